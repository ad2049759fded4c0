import type { SerializeFrom } from "@remix-run/node";
import { PAY, PERIODS, payAddress, SUMMARY } from "~/features/pay/pay-addresses";
import type { CivilDate } from "~/lib/time/civil-date";
import { BackLink } from "~/ui/back-link";
import { GetForm } from "~/ui/forms/get-form";
import { LinkItem } from "~/ui/link-item";
import { PageLinks } from "~/ui/page-links";
import { PrintAndSend } from "~/ui/print-and-send";
import type { readPeriods } from "./read-periods.server";

/** One page of the pay periods, newest first, and what is open in all slips. */
export function PeriodsPage(page: SerializeFrom<typeof readPeriods>) {
	const { entries, isFirstPage, next, asked, today } = page;
	return (
		<>
			<BackLink to={PAY}>Mi pago</BackLink>
			<h1>Todos los períodos</h1>
			<Open {...page} />
			<ul className="card links">
				{entries.map(({ start, title, isRunning, logged, verdict }) => (
					<LinkItem key={start} href={payAddress(start)}>
						<span className="ends">
							<span>
								{title}
								{isRunning && ", hasta ahora"}
								<small>{logged}</small>
							</span>
							<em>{verdict ?? "Sin recibo"}</em>
						</span>
					</LinkItem>
				))}
			</ul>
			<PageLinks
				first={!isFirstPage && { href: PERIODS, text: "Ver desde el principio" }}
				next={next !== undefined && { href: `${PERIODS}&before=${next}`, text: "Ver más antiguos" }}
			/>
			<OtherPeriod {...asked} today={today} />
		</>
	);
}

/** The differences that no later slip makes up for, and since when. */
function Open({ open, summary, hasSlips }: SerializeFrom<typeof readPeriods>) {
	const { less, more, nothing } = open;
	if (!hasSlips)
		return (
			<p className="lead">
				Todavía no cargaste ningún recibo. Elegí un período, copiá las horas del recibo y ves si coinciden con
				tus extras.
			</p>
		);
	return (
		<>
			{nothing && <p className="lead">{nothing}</p>}
			{less.length > 0 && (
				<p className="lead">
					Faltan: <b>{less.join("; ")}</b>.
				</p>
			)}
			{more.length > 0 && (
				<p className="lead">
					De más: <b>{more.join("; ")}</b>.
				</p>
			)}
			{summary && (
				<p>
					Si un recibo posterior lo compensa, se descuenta solo. Si lo arreglaste de otra manera, abrí ese
					período y tocá «Ya se arregló». <a href={SUMMARY}>Imprimir o mandar</a>
				</p>
			)}
		</>
	);
}

/** Form that opens the pay period of a date that the user types. */
function OtherPeriod({ typed, error, today }: { typed?: string; error?: string; today: CivilDate }) {
	return (
		<details className="card fold" open={error !== undefined}>
			<summary>Otro período</summary>
			<GetForm action={PAY}>
				<input type="hidden" name="view" value="periods" />
				<div className="field">
					<label htmlFor="period">Un día de ese período</label>
					<input
						key={typed}
						id="period"
						name="period"
						type="date"
						max={today}
						defaultValue={typed}
						aria-describedby={error && "period-error"}
						aria-invalid={error ? true : undefined}
					/>
					<p className="error" id="period-error" role={error && "alert"}>
						{error}
					</p>
				</div>
				<p className="row">
					<button className="btn" type="submit">
						Abrir
					</button>
				</p>
			</GetForm>
		</details>
	);
}

/** Printable page with the open differences between the pay slips and the worker's entries. */
export function SummaryPage(page: SerializeFrom<typeof readPeriods>) {
	const text = page.summary?.join("\n");
	return (
		<article>
			<BackLink to={PAY}>Mi pago</BackLink>
			<h1>Diferencias con los recibos</h1>
			{text && <PrintAndSend summary={text} />}
			{text ? <p className="lines">{text}</p> : <Open {...page} />}
		</article>
	);
}
