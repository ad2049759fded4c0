import { addDoubts, countedDoubtLines, DOUBT_SIGN, doubtSign } from "~/features/law/doubts";
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
}

/** The hours of a year by month: a bar chart, and a table whose headings are the chart's legend. */
export function YearPicture({ year, months }: YearPictureProps) {
	return (
		<section className="year-picture">
			<h2>Horas extra de {year} por mes</h2>
			<div className="detail">
				<Bars year={year} months={months} />
				<Figures months={months} />
			</div>
			<Doubts months={months} />
		</section>
	);
}

function Bars({ year, months }: YearPictureProps) {
	const top = topHours(months);
	const { width, height, left } = picture;
	const others = otherKinds(months);
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
				<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
					<rect className="rate100" width="5" height="5" />
					<path d="M0 0V5" />
				</pattern>
				{others.map((kind, index) => (
					<pattern
						key={kind}
						id={`hatch-${kind}`}
						width={3 + index}
						height={3 + index}
						patternUnits="userSpaceOnUse"
						patternTransform={`rotate(${90 + 45 * index})`}
					>
						<rect className="rate100" width={3 + index} height={3 + index} />
						<path d={`M0 0V${3 + index}`} />
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
						<rect key={kind} {...bar} {...fillOf(kind, others)} />
					))}
					<text x={centreOf(month.month)} y={picture.bottom + 16} textAnchor="middle">
						{monthName(month.month).charAt(0).toUpperCase()}
					</text>
				</g>
			))}
		</svg>
	);
}

function Figures({ months }: Pick<YearPictureProps, "months">) {
	const kinds = hourKinds(months);
	const others = otherKinds(months);
	const sumOf = (minutesOfMonth: (month: MonthHours) => number) =>
		formatHours(months.reduce((total, month) => total + minutesOfMonth(month), 0));
	return (
		<table>
			<thead>
				<tr>
					<th scope="col">Mes</th>
					{kinds.map(({ id, name }) => (
						<th key={id} scope="col">
							<svg className="key" width="20" height="12" viewBox="0 0 20 12" aria-hidden="true">
								<rect x="0.5" y="0.5" width="19" height="11" {...fillOf(id, others)} />
							</svg>
							{name}
						</th>
					))}
					<th scope="col">Total</th>
				</tr>
			</thead>
			<tbody>
				{months.map((month) => (
					<tr key={month.month}>
						<th scope="row">{monthName(month.month).slice(0, 3)}</th>
						{kinds.map(({ id }) => (
							<td key={id}>{formatHours(minutesOf(month, id))}</td>
						))}
						<td>{formatHours(month.minutes) + doubtSign(month.doubts)}</td>
					</tr>
				))}
				<tr>
					<th scope="row">Año</th>
					{kinds.map(({ id }) => (
						<td key={id}>{sumOf((month) => minutesOf(month, id))}</td>
					))}
					<td>
						{sumOf(({ minutes }) => minutes) + doubtSign(addDoubts(months.map(({ doubts }) => doubts)))}
					</td>
				</tr>
			</tbody>
		</table>
	);
}

/** What may still change the hours of the year, and how many entries its night hours leave out. */
function Doubts({ months }: Pick<YearPictureProps, "months">) {
	const lines = countedDoubtLines(addDoubts(months.map(({ doubts }) => doubts)));
	const leftOut = nightLeftOut(months.reduce((sum, { withoutStart }) => sum + withoutStart, 0));
	const texts = [
		...(lines.length > 0 ? [`${DOUBT_SIGN} Puede cambiar:`, ...lines] : []),
		...(leftOut ? [`Noche${leftOut}.`] : []),
	];
	return texts.length > 0 && <p className="hint lines">{texts.join("\n")}</p>;
}

/** The kinds that have no pattern of their own. */
function otherKinds(months: readonly MonthHours[]): string[] {
	return hourKinds(months)
		.map(({ id }) => id)
		.filter((id) => !["50", "100", UNCLASSIFIED, NIGHT].includes(id));
}

/** The colour of a bar, and a pattern where colours are hard to distinguish. */
function fillOf(kind: string, others: readonly string[]): { className: string; fill?: string } {
	if (kind === "100") return { className: "hours", fill: "url(#hatch)" };
	if (kind === UNCLASSIFIED) return { className: "hours", fill: "url(#dots)" };
	if (others.includes(kind)) return { className: "hours", fill: `url(#hatch-${kind})` };
	return { className: `hours ${kind === "50" ? "rate50" : kind}` };
}
