import type { SerializeFrom } from "@remix-run/node";
import { BALANCES, PAY } from "~/features/pay/pay-addresses";
import { BackLink } from "~/ui/back-link";
import { Icon } from "~/ui/icons";
import { balanceNames } from "./balances-section";
import type { readMovements } from "./read-balances.server";

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
								<li key={`${href}-${isPlanned}`}>
									<a href={href}>
										<span>
											{text}
											{isPlanned && <small>Todavía no cuenta</small>}
										</span>
										<b>{amount}</b>
										<Icon name="right" />
									</a>
								</li>
							))}
						</ul>
					)}
					<nav className="row" aria-label={`Páginas de ${balanceNames[kind].toLowerCase()}`}>
						{!isFirstPage && (
							<a className="btn" href={BALANCES}>
								Ver desde el principio
							</a>
						)}
						{next && (
							<a className="btn" href={`${BALANCES}&of=${kind}&before=${next}`} rel="next">
								Ver más antiguos <Icon name="right" />
							</a>
						)}
					</nav>
				</section>
			))}
		</>
	);
}
