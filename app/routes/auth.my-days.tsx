import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { periodTitle } from "~/features/diagrams/periods";
import { deletionOf, MyDays } from "~/features/own-days/my-days";
import { readMyDays, requireOwnDay } from "~/features/own-days/my-days-page.server";
import { OwnDayForm } from "~/features/own-days/own-day-form";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { ownDaySchemaOn } from "~/features/own-days/own-day-schemas";
import { saveOwnDayAction } from "~/features/own-days/save-own-day-action.server";
import { MyMonthView } from "~/features/shift/calendar/my-month-view";
import { readIntent } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { askToAddAgain } from "~/lib/records/ask-to-add-again.server";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle, type Shown } from "~/ui/page-title";

const TITLE = "Mis días";

export const meta = ({ data }: Shown<typeof loader>) => pageTitle(data.title);

export const handle = { hydrate: true, SignedOutForm: OwnDayForm satisfies SignedOutForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const { id } = await requireUser(request);
	const page = await readMyDays(request, id);
	return { ...page, title: `${periodTitle(page.month)} · ${TITLE}` };
}

export async function action({ request }: ActionFunctionArgs) {
	const edited = requestContext().url.searchParams.get("edit") ?? undefined;
	if (await readIntent(request)) {
		const { id } = await requireUser(request, messages.noUserForRecords);
		return changeRecordAction(ownDayRecord, request, id, edited);
	}
	const { id } = await requireUserToFill(request, { title: TITLE, schema: ownDaySchemaOn(plantToday()) });
	if (edited === undefined) return saveOwnDayAction(request, id);
	const key = { user_id: id, kind: "own_days", id: edited } as const;
	const added = `/auth/my-days?day=hoy&idFile=${edited}`;
	return saveOwnDayAction(request, id, await requireOwnDay(id, edited).catch(askToAddAgain(key, added)));
}

export default function MyDaysPage() {
	const { asksToDelete, ...page } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	const ownDay = page.form?.ownDay;
	if (ownDay && (asksToDelete || (refused && "failure" in refused))) {
		const [action, back] = [`/auth/my-days?edit=${ownDay.id}`, `/auth/my-days?month=${page.month}`];
		return <ConfirmDelete deletion={deletionOf(ownDay)} action={action} redirectTo={back} />;
	}
	return (
		<MyMonthView
			{...page}
			monthHref={(month) => `?month=${month}`}
			dayHref={(date) => `?day=${date}#dia`}
			chosen={page.form?.day}
		>
			<MyDays {...page} refused={refused} />
		</MyMonthView>
	);
}
