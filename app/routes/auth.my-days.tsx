import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { HistorySection } from "~/features/own-days/history-section";
import { MonthSection, YearSection } from "~/features/own-days/my-days";
import { readMyDays } from "~/features/own-days/my-days-page.server";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Mis días");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

export async function loader({ request }: LoaderFunctionArgs) {
	const { id } = await requireUser(request);
	redirectWithoutBlanks();
	return await readMyDays(id, requestContext().url.searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
	const { id } = await requireUser(request, messages.noUserForRecords);
	return changeRecordAction(ownDayRecord, request, id);
}

export default function MyDaysPage() {
	const { history, ...page } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Mis días</h1>
			<p className="lead">
				Vacaciones, licencias, cambios de turno y otros días en que no seguís tu diagrama. Solo los ves vos.
			</p>
			<p className="row">
				<a className="btn main" href="/auth/my-days/add">
					<Icon name="plus" /> Agregar días
				</a>
				<a className="btn" href="/my-shift">
					Mi turno
				</a>
				<a className="btn" href="/auth/my-pay#saldos">
					Francos y banco de horas
				</a>
			</p>
			<MonthSection {...page} />
			<YearSection {...page} />
			<HistorySection history={history} />
		</>
	);
}
