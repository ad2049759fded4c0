import type { Totals } from "~/features/extras/list/extra-sums.server";
import { countedDoubtLines, DOUBT_SIGN, doubtSign } from "~/features/law/doubts";
import { includedLines } from "~/features/law/included";
import { nightLeftOut } from "~/features/law/overtime-rules";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { monthName } from "~/lib/time/civil-date";
import { formatHours, inHours } from "~/lib/time/minutes";
import {
	barsOf,
	centreOf,
	heightAt,
	hourKinds,
	type MonthHours,
	minutesOf,
	NIGHT,
	picture,
	topHours,
} from "./year-bars";

interface YearPictureProps {
	year: number;
	months: readonly MonthHours[];
	/** Of the whole year. */
	total: Totals;
}

/** The hours of a year by month: a bar chart, and a table whose headings are the chart's legend. */
export function YearPicture({ year, months, total }: YearPictureProps) {
	return (
		<section className="year-picture" {...scrollingIf(total, `Horas extra de ${year} por mes`)}>
			<h2>Horas extra de {year} por mes</h2>
			<div className="detail">
				<Bars year={year} months={months} total={total} />
				<Figures months={months} total={total} />
			</div>
			<Doubts {...total} />
		</section>
	);
}

/** How many kinds of hours fit side by side where a table of them is no list of cards. */
const MAX_KINDS = 4;

/**
 * Attributes of the box of a table of hours, if they are too many to fit. Not all browsers make a box that scrolls
 * reachable by keyboard.
 */
export function scrollingIf(sums: Totals, name: string) {
	return hourKinds(sums).length > MAX_KINDS && { role: "region", "aria-label": name, tabIndex: 0 };
}

function Bars({ year, months, total }: YearPictureProps) {
	const top = topHours(months);
	const { width, height, left } = picture;
	const hatched = hatchedKinds(total);
	return (
		<svg
			width={width}
			height={height}
			viewBox={`0 0 ${width} ${height}`}
			role="img"
			aria-labelledby="bars-title"
		>
			<title id="bars-title">
				{`Barras con las horas extra de cada mes de ${year}; las cifras están en la tabla`}
			</title>
			<defs>
				{hatched.map(({ kind, gap, angle }) => (
					<pattern
						key={kind}
						id={`hatch-${kind}`}
						width={gap}
						height={gap}
						patternUnits="userSpaceOnUse"
						patternTransform={`rotate(${angle})`}
					>
						<rect className="rate100" width={gap} height={gap} />
						<path d={`M0 0V${gap}`} />
					</pattern>
				))}
				<pattern id="dots" width="4" height="4" patternUnits="userSpaceOnUse">
					<rect className="unclassified" width="4" height="4" />
					<circle cx="2" cy="2" r="0.9" />
				</pattern>
			</defs>
			{[0, top / 2, top].map((hours) => (
				<g key={hours}>
					<path className="grid" d={`M${left} ${heightAt(hours, top)}H${width}`} />
					<text x={left - 4} y={heightAt(hours, top) + 4} textAnchor="end">
						{inHours(hours * 60)}
					</text>
				</g>
			))}
			{months.map((month) => (
				<g key={month.month}>
					{barsOf(month, top).map(({ kind, ...bar }) => (
						<rect key={kind} {...bar} {...fillOf(kind)} />
					))}
					<text x={centreOf(month.month)} y={picture.bottom + 16} textAnchor="middle">
						{monthName(month.month).charAt(0).toUpperCase()}
					</text>
				</g>
			))}
		</svg>
	);
}

function Figures({ months, total }: Omit<YearPictureProps, "year">) {
	const kinds = hourKinds(total);
	const ofMonths = months.map((sums) => ({ name: monthName(sums.month).slice(0, 3), sums }));
	return (
		<table>
			<thead>
				<tr>
					<th scope="col">Mes</th>
					{kinds.map(({ id, name }) => (
						<th key={id} scope="col">
							<svg className="key" width="20" height="12" viewBox="0 0 20 12" aria-hidden="true">
								<rect x="0.5" y="0.5" width="19" height="11" {...fillOf(id)} />
							</svg>
							{name}
						</th>
					))}
					<th scope="col">Total</th>
				</tr>
			</thead>
			<tbody>
				{[...ofMonths, { name: "Año", sums: total }].map(({ name, sums }) => (
					<tr key={name}>
						<th scope="row">{name}</th>
						{kinds.map(({ id }) => (
							<td key={id}>{formatHours(minutesOf(sums, id))}</td>
						))}
						<td>{formatHours(sums.minutes) + doubtSign(sums.doubts)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** What may still change the hours of the year, what its night hours leave out, and what no slip pays. */
function Doubts(total: Totals) {
	const lines = countedDoubtLines(total.doubts);
	const leftOut = nightLeftOut(total.withoutStart);
	const texts = [
		...(lines.length > 0 ? [`${DOUBT_SIGN} Puede cambiar:`, ...lines] : []),
		...(leftOut ? [`Noche${leftOut}.`] : []),
		...includedLines(total),
	];
	return texts.length > 0 && <p className="hint lines">{texts.join("\n")}</p>;
}

/** The kinds with lines as a pattern, which differ in their gap and their angle: 100 % and those besides the usual ones. */
function hatchedKinds(total: Totals) {
	const usual = ["50", "100", UNCLASSIFIED, NIGHT];
	const others = hourKinds(total).filter(({ id }) => !usual.includes(id));
	return [
		{ kind: "100", gap: 5, angle: 45 },
		...others.map(({ id }, index) => ({ kind: id, gap: 3 + index, angle: 90 + 45 * index })),
	];
}

/** The colour of a bar, and a pattern where colours are hard to distinguish. */
function fillOf(kind: string): { className: string; fill?: string } {
	if (kind === NIGHT) return { className: "hours night" };
	if (kind === "50") return { className: "hours rate50" };
	return { className: "hours", fill: `url(#${kind === UNCLASSIFIED ? "dots" : `hatch-${kind}`})` };
}
