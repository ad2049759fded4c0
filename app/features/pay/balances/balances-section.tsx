import type { SerializeFrom } from "@remix-run/node";
import { TotalsTable } from "~/ui/totals-table";
import type { BalanceKind } from "./balances";
import type { readBalances } from "./read-balances.server";

/** URL of the page that lists what each balance earned and lost, by date. */
export const BALANCES = "/auth/my-pay?view=balances";

export const balanceNames: Readonly<Record<BalanceKind, string>> = {
	franco: "Francos compensatorios",
	banco: "Banco de horas",
};

/** The balances of compensatory days off and of banked hours. */
export function BalancesSection({ balances }: { balances: SerializeFrom<typeof readBalances> }) {
	const used = balances.filter(({ isUsed }) => isUsed);
	return (
		<section className="card ledger" aria-labelledby="saldos">
			<h2 id="saldos">Saldos</h2>
			<div className="sums">
				{used.map(({ kind, earned, taken, left, notes }) => (
					<div key={kind}>
						<TotalsTable
							caption={balanceNames[kind]}
							rows={[
								["Ganado", earned],
								["Tomado", taken],
								["Queda", left],
							]}
						/>
						{notes.map((note) => (
							<p key={note} className="hint">
								{note}
							</p>
						))}
					</div>
				))}
			</div>
			<p className="row">
				{used.length > 0 && (
					<a className="btn" href={BALANCES}>
						Ver las fechas
					</a>
				)}
				<a className="btn" href="/auth/my-days/add">
					Anotar que tomé
				</a>
			</p>
			<p className="hint">
				Cada extra con «Franco» suma un franco, dure lo que dure; con «Banco de horas», sus horas. No se
				cuentan como horas que el recibo tenga que pagar (Ley 27.802).
			</p>
		</section>
	);
}
