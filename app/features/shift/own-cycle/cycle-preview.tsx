import { shiftText } from "~/features/diagrams/shift-text";
import { datePartsOf, weekdayNames } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import type { OwnCycleStep, CyclePreview as Preview } from "./read-own-cycle";

/** Four weeks of the typed cycle, what is odd in it, and the button that keeps it. */
export function CyclePreview({ preview, replaced }: Pick<OwnCycleStep, "replaced"> & { preview: Preview }) {
	const { mine, isKept, cycleDays, freeDays, weekMinutes, rests } = preview;
	return (
		<section className="card" aria-labelledby="semanas">
			<h2 id="semanas">Cuatro semanas</h2>
			<FourWeeks {...preview} />
			<p>
				{cycleDays}&nbsp;días, {freeDays === 1 ? "1 franco" : `${freeDays} francos`}. En promedio,{" "}
				{inHours(weekMinutes)} por semana.
			</p>
			{rests.length > 0 && (
				<div className="note">
					{rests.map((text) => (
						<p key={text}>{text}</p>
					))}
				</div>
			)}
			{isKept ? (
				<p>Es tu ciclo guardado.</p>
			) : (
				<form method="post" action="/my-shift">
					<input type="hidden" name="mine" value={mine} />
					{replaced && <p>Al guardarlo, deja de valer para vos {replaced}.</p>}
					<button className="btn main" type="submit">
						Guardar mi ciclo
					</button>
				</form>
			)}
		</section>
	);
}

function FourWeeks({ days, today }: Pick<Preview, "days" | "today">) {
	const weeks = days
		.filter((_, index) => index % 7 === 0)
		.map((_, week) => days.slice(week * 7, week * 7 + 7));
	return (
		<table className="month">
			<caption className="hidden-text">Tus turnos de cuatro semanas</caption>
			<thead>
				<tr>
					{weekdayNames.map((name) => (
						<th key={name} aria-label={name}>
							{name.charAt(0).toUpperCase()}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{weeks.map((week) => (
					<tr key={week[0]?.date}>
						{week.map(({ date, letter }) => (
							<td key={date} className={letter} aria-current={date === today ? "date" : undefined}>
								{datePartsOf(date).day}
								<b role="img" aria-label={shiftText(letter)}>
									{letter}
								</b>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
