import { PAY } from "~/features/pay/pay-addresses";
import { BackLink } from "~/ui/back-link";
import { PrintAndSend } from "~/ui/print-and-send";

/** Printable page with the open differences between the pay slips and the worker's entries. */
export function SummaryPage({ summary }: { summary: readonly string[] | null }) {
	return (
		<article className="sheet-page">
			<BackLink to={PAY}>Mi pago</BackLink>
			<h1>Diferencias con los recibos</h1>
			{summary && <PrintAndSend summary={summary.join("\n")} />}
			<p className="lines">{summary?.join("\n") ?? "No queda ninguna diferencia."}</p>
		</article>
	);
}
