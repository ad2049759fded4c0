import type { SerializeFrom } from "@remix-run/node";
import { BALANCES } from "~/features/pay/pay-addresses";
import type { BalanceKind } from "./balances";
import type { readBalances } from "./read-balances.server";

export const balanceNames: Readonly<Record<BalanceKind, string>> = {
	franco: "Francos compensatorios",
	banco: "Banco de horas",
};

/** The balances of compensatory days off and of banked hours, once an entry or an own day counts in one. */
export function BalancesSection({ balances }: { balances: SerializeFrom<typeof readBalances> }) {
	const used = balances.filter(({ isUsed }) => isUsed);
	if (used.length === 0) return null;
	return (
		<section className="card flush pay-period" aria-labelledby="saldos">
			<h2 id="saldos">Lo que tenés a favor</h2>
			<dl className="facts">
				{used.map(({ kind, earned, taken, left }) => (
					<div key={kind}>
						<dt>
							{balanceNames[kind]} <small>{`Ganado: ${earned}. Tomado: ${taken}.`}</small>
						</dt>
						<dd>{left}</dd>
					</div>
				))}
			</dl>
			<p className="row">
				<a className="btn" href="/auth/my-days?day=hoy#dia">
					Anotar que tomé
				</a>
				<a className="btn text" href={BALANCES}>
					Ver las fechas
				</a>
			</p>
			<details className="fold">
				<summary>Cómo se cuentan</summary>
				{used.map(
					({ kind, notes }) =>
						notes.length > 0 && (
							<p key={kind} className="lines">
								{[`${balanceNames[kind]}:`, ...notes].join("\n")}
							</p>
						),
				)}
				<p>
					Cada extra con «Franco» suma un franco, dure lo que dure; con «Banco de horas», sus horas. No se
					cuentan como horas que el recibo tenga que pagar (Ley 27.802).
				</p>
			</details>
		</section>
	);
}
