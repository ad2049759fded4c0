import type { SerializeFrom } from "@remix-run/node";
import { BALANCES, PAY } from "~/features/pay/pay-addresses";
import { BackLink } from "~/ui/back-link";
import { LinkItem } from "~/ui/link-item";
import { PageLinks } from "~/ui/page-links";
import type { BalanceKind } from "./balances";
import type { readBalances, readMovements } from "./read-balances.server";

const balanceNames: Readonly<Record<BalanceKind, string>> = {
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
					<div key={kind} className="two-lines">
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

/**
 * Page with the dates on which the balances of days off and of banked hours changed, with links to the overtime entries
 * and own days that changed them.
 */
export function MovementsPage({ balances, isFirstPage }: SerializeFrom<typeof readMovements>) {
	return (
		<>
			<BackLink to={PAY}>Mi pago</BackLink>
			<h1>Lo que ganaste y tomaste</h1>
			{balances.map(({ kind, movements, next }) => (
				<section key={kind} aria-labelledby={kind}>
					<h2 id={kind} className="group">
						{balanceNames[kind]}
					</h2>
					{movements.length === 0 ? (
						<p>No anotaste nada{!isFirstPage && " antes de esa fecha"}.</p>
					) : (
						<ul className="card links">
							{movements.map(({ text, href, amount, isPlanned }) => (
								<LinkItem key={`${href}-${isPlanned}`} href={href}>
									<span className="ends">
										<span>
											{text}
											{isPlanned && <small>Todavía no cuenta</small>}
										</span>
										<b>{amount}</b>
									</span>
								</LinkItem>
							))}
						</ul>
					)}
					<PageLinks
						label={`Páginas de ${balanceNames[kind].toLowerCase()}`}
						first={!isFirstPage && { href: BALANCES, text: "Ver desde el principio" }}
						next={
							next !== undefined && {
								href: `${BALANCES}&of=${kind}&before=${next}`,
								text: "Ver más antiguos",
							}
						}
					/>
				</section>
			))}
		</>
	);
}
