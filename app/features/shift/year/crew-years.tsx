import type { CrewLetter } from "~/features/diagrams/cycle";
import { Icon } from "~/ui/icons";
import type { WorkYearProps } from "./work-year";
import { countHolidays } from "./year-figures";

/** The year of each crew in one line, as a link to all its figures. */
export function CrewYears({ years }: { years: readonly (WorkYearProps & { crew: CrewLetter })[] }) {
	return (
		<ul className="links card">
			{years.map(({ crew, year, figures: { letters, freeSundays, freeWeekends }, holidays }) => (
				<li key={crew}>
					<a href={`?year=${year}&crew=${crew}`}>
						<span>
							<b>Escuadra {crew}:</b> {letters.F ?? 0} francos, {freeSundays} domingos y {freeWeekends} fines
							de semana libres, {countHolidays(holidays).worked} feriados de turno
						</span>
						<Icon name="right" />
					</a>
				</li>
			))}
		</ul>
	);
}
