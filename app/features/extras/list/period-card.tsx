import type { SerializeFrom } from "@remix-run/node";
import { EstimateDetails } from "~/features/agreement/estimate-fold";
import { counted } from "~/lib/counted";
import { Icon } from "~/ui/icons";
import type { PeriodSums } from "./list-texts";
import type { readListPage } from "./read-list-page.server";

type ListPage = SerializeFrom<typeof readListPage>;
export type Totals = NonNullable<ListPage["card"]>;
export type ListedPeriod = ListPage["periods"][number];

/** The totals with which the list begins: the hours large, what they are paid as a bar. It opens to show the others. */
export function PeriodCard({ name, hours, parts, doubt, night, more, notes, estimate, ...pay }: Totals) {
	const { asksValue, period } = pay;
	const [, least, amount] = /^(al menos )?(\$.+?)(?:,00)?$/.exec(estimate?.total ?? "") ?? [];
	const kind = least ? "al menos" : "estimado";
	const without = asksValue ? "¿Cuánto es?" : estimate?.total;
	return (
		<section className="card flush totals" aria-label={name}>
			<a
				className="pay"
				href={asksValue ? "/auth/my-pay/settings" : `/auth/my-pay${period ? `?period=${period}` : ""}`}
				aria-label={amount && `Mi pago: ${amount} ${kind}`}
			>
				<span>
					<b>{amount ?? "Mi pago"}</b> {amount ? kind : without}
				</span>
				<Icon name="right" />
			</a>
			<details>
				<summary>
					<b className="verdict">{hours}</b>
					<Bar parts={parts} />
					<span className="legend">
						{parts.map(({ text, paid }) => (
							<span key={text} className={paid}>
								{text}
							</span>
						))}
						{night && <span>{night}</span>}
						{notes.length > 0 && <span>{counted(notes.length, "nota")}</span>}
						{doubt && (
							<span>
								{doubt === "loud" && <Loud />} {UNSURE}
							</span>
						)}
					</span>
				</summary>
				<div className="opened">
					{[more, ...notes].join("\n\n")}
					{estimate && <EstimateDetails estimate={estimate} />}
				</div>
			</details>
		</section>
	);
}

/** How the hours are shared out among what they are paid. */
function Bar({ parts }: Pick<PeriodSums, "parts">) {
	const total = parts.reduce((sum, { minutes }) => sum + minutes, 0);
	let end = 0;
	return (
		<svg
			className="bar-of"
			width="100%"
			height="10"
			viewBox={`0 0 ${total} 1`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			{parts.map(({ minutes, paid }) => {
				const start = end;
				end += minutes;
				return <rect key={start} className={paid} x={start} width={minutes} height="1" />;
			})}
		</svg>
	);
}

/** Heading of a pay period within the list: its totals in one line, which leads to the list of the period. */
export function PeriodLine({ name, line }: ListedPeriod) {
	if (!line) return null;
	const { address, sums, doubt, total } = line;
	return (
		<a className="period" href={address}>
			<h2>{name}</h2>
			{total && <b>{total}</b>}
			<Icon name="right" />
			<span>
				{sums}
				{doubt && ` · ${UNSURE} `}
				{doubt === "loud" && <Loud />}
			</span>
		</a>
	);
}

/** Says of hours that their pay is not certain. */
export const UNSURE = "sin confirmar";

/** Sign beside `UNSURE` of doubts that matter. */
export function Loud() {
	return <u className="loud" />;
}
