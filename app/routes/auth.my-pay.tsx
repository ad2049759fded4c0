import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { MovementsPage } from "~/features/pay/balances/balances-section";
import { readMovements } from "~/features/pay/balances/read-balances.server";
import { payAddress } from "~/features/pay/pay-addresses";
import { PeriodPage } from "~/features/pay/periods/period-page";
import { PeriodsPage, SummaryPage } from "~/features/pay/periods/periods-page";
import { readPeriod, requirePeriodDate } from "~/features/pay/periods/read-period.server";
import { readPeriods } from "~/features/pay/periods/read-periods.server";
import { changeSlipAction, postedSchema, saveSlipAction } from "~/features/pay/slips/slip-actions.server";
import { SlipForm } from "~/features/pay/slips/slip-form";
import { deletionOf } from "~/features/pay/slips/slip-texts";
import { readIntent } from "~/lib/forms/form.server";
import { requireSearch } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { plantToday } from "~/lib/time/plant-clock.server";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { Opener } from "~/ui/forms/opener";
import { pageTitle, type Shown } from "~/ui/page-title";

const TITLE = "Mi pago";

/** Titles of the views of all periods. */
const titles = {
	periods: "Todos los períodos",
	summary: "Diferencias con los recibos",
	balances: "Lo que ganaste y tomaste",
};

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(data.view ? titles[data.view] : `${data.title} · ${TITLE}`);

export const handle = { hydrate: true, SignedOutForm: SlipForm satisfies SignedOutForm };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const searchParams = requireSearch();
	const view = searchParams.get("view");
	if (view === "periods") return { view: "periods" as const, ...(await readPeriods(user, searchParams)) };
	if (view === "summary")
		return { view: "summary" as const, ...(await readPeriods(user, new URLSearchParams())) };
	if (view === "balances")
		return { view: "balances" as const, ...(await readMovements(user.id, searchParams)) };
	return { view: null, ...(await readPeriod(user, searchParams)) };
}

export async function action({ request }: ActionFunctionArgs) {
	const start = requestContext().url.searchParams.get("period") ?? "";
	if (await readIntent(request)) {
		const { id } = await requireUser(request, messages.noUserForRecords);
		return changeSlipAction(request, id, start);
	}
	const user = await requireUserToFill(request, { title: TITLE, schema: await postedSchema(request) });
	return saveSlipAction(request, user, requirePeriodDate(start, plantToday()));
}

/** What a pay period should pay and what its slip says, or one of the views of all periods. */
export default function MyPayPage() {
	const page = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (page.view === "periods") return <PeriodsPage {...page} />;
	if (page.view === "summary") return <SummaryPage {...page} />;
	if (page.view === "balances") return <MovementsPage {...page} />;
	if (page.asksToDelete || (refused && "failure" in refused)) {
		const address = payAddress(page.start);
		return (
			<ConfirmDelete deletion={deletionOf(page)} action={address} redirectTo={address}>
				<Opener />
			</ConfirmDelete>
		);
	}
	return <PeriodPage {...page} refused={refused} />;
}
