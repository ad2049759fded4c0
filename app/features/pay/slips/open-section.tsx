import type { SerializeFrom } from "@remix-run/node";
import { BackLink } from "~/ui/back-link";
import { Icon } from "~/ui/icons";
import { PrintAndSend } from "~/ui/print-and-send";
import type { readLedger } from "./ledger-page.server";
import { LEDGER } from "./slip-addresses";

type OpenSectionProps = Pick<SerializeFrom<typeof readLedger>, "open" | "summary" | "hasSlips">;

/**
 * Section with the open differences between the pay slips and the worker's entries, and a link to print or send them. A
 * difference is open until the worker marks it as settled or a later slip makes up for it.
 */
export function OpenSection({ open, summary, hasSlips }: OpenSectionProps) {
	const { less, more, nothing } = open;
	return (
		<section className="card ledger" aria-labelledby="abiertas">
			<h2 id="abiertas">Lo que queda abierto</h2>
			{!hasSlips && (
				<p>
					Todavía no cargaste ningún recibo. Elegí un período, copiá las horas del recibo y acá ves si
					coinciden con tus extras.
				</p>
			)}
			{hasSlips && nothing && <p>{nothing}</p>}
			{less.length > 0 && (
				<p>
					Quedan abiertas: <b>{less.join("; ")}</b>.
				</p>
			)}
			{more.length > 0 && (
				<p>
					Los recibos tienen de más: <b>{more.join("; ")}</b>.
				</p>
			)}
			{summary && (
				<p className="row">
					<a className="btn" href={`${LEDGER}?view=summary`}>
						<Icon name="share" /> Imprimir o mandar
					</a>
				</p>
			)}
			{summary && (
				<p className="hint">
					Si un recibo posterior lo compensa, se descuenta solo. Si lo arreglaste de otra manera, tocá
					«Cerrar».
				</p>
			)}
		</section>
	);
}

/** Printable page with the open differences between the pay slips and the worker's entries. */
export function SummaryPage({ summary }: { summary: readonly string[] | null }) {
	return (
		<article className="sheet-page">
			<BackLink to={LEDGER}>Recibos y saldos</BackLink>
			<h1>Diferencias con los recibos</h1>
			{summary && <PrintAndSend summary={summary.join("\n")} />}
			<p className="lines">{summary?.join("\n") ?? "No queda ninguna diferencia abierta."}</p>
		</article>
	);
}
