import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { BalancesSection } from "~/features/pay/balances/balances-section";
import { MovementsPage } from "~/features/pay/balances/movements";
import { readBalances, readMovements } from "~/features/pay/balances/read-balances.server";
import { Ledger } from "~/features/pay/slips/ledger";
import { changeLedgerAction } from "~/features/pay/slips/ledger-action.server";
import { readLedger, readSummary } from "~/features/pay/slips/ledger-page.server";
import { OpenSection, SummaryPage } from "~/features/pay/slips/open-section";
import { OtherPeriod } from "~/features/pay/slips/other-period";
import { LEDGER, slipAddress } from "~/features/pay/slips/slip-addresses";
import { readSlipDate } from "~/features/pay/slips/slip-page.server";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { parseCivilDate } from "~/lib/time/civil-date";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Recibos y saldos";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	redirectWithoutBlanks();
	const { searchParams } = requestContext().url;
	const view = searchParams.get("view");
	if (view === "balances")
		return { view: "balances" as const, ...(await readMovements(user.id, searchParams)) };
	if (view === "summary") return { view: "summary" as const, summary: await readSummary(user.id) };
	const asked = readSlipDate(searchParams.get("period"));
	if (asked.date) throw redirect(slipAddress(asked.date), 302);
	const before = parseCivilDate(searchParams.get("before") ?? "");
	const ledger = await readLedger(user.id, user.payPeriod, before);
	return { view: null, ...ledger, asked, before, balances: await readBalances(user.id) };
}

export async function action({ request }: ActionFunctionArgs) {
	const { id } = await requireUser(request, messages.noUserForRecords);
	return changeLedgerAction(request, id);
}

export default function SlipsPage() {
	const page = useLoaderData<typeof loader>();
	if (page.view === "summary") return <SummaryPage summary={page.summary} />;
	if (page.view === "balances") return <MovementsPage {...page} />;
	const { asked, before, today, balances } = page;
	return (
		<>
			<BackLink to="/auth/work-overtime">Mis Extras</BackLink>
			<h1>{TITLE}</h1>
			<p className="lead">Lo que dice cada recibo, al lado de lo que anotaste. Solo lo ves vos.</p>
			<OpenSection {...page} />
			<BalancesSection balances={balances} />
			<Ledger {...page} address={before ? `${LEDGER}?before=${before}` : LEDGER} />
			<OtherPeriod {...asked} today={today} />
			<p className="hint">
				Se comparan las extras que ya terminaron, menos las compensadas con franco o banco de horas. Los
				porcentajes son orientativos: vale tu convenio.
			</p>
		</>
	);
}
