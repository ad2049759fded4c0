import type { CrewLetter } from "~/features/diagrams/cycle";
import { counted } from "~/lib/counted";
import { LinkItem } from "~/ui/link-item";
import type { WorkYearProps } from "./work-year";
import { countHolidays, type HolidayCount } from "./year-figures";

/** Each crew's year in one line, with a link to the crew's figures for that year. */
export function CrewYears({ years }: { years: readonly (WorkYearProps & { crew: CrewLetter })[] }) {
	return (
		<ul className="links card">
			{years.map(({ crew, year, figures: { letters, freeSundays, freeWeekends }, holidays }) => (
				<LinkItem key={crew} href={`?year=${year}&crew=${crew}`}>
					<span>
						<b>Escuadra {crew}:</b> {counted(letters.F ?? 0, "franco")}, {counted(freeSundays, "domingo")} y{" "}
						{counted(freeWeekends, "fin de semana libre", "fines de semana libres")}, trabaja en{" "}
						{holidaysText(countHolidays(holidays))}
					</span>
				</LinkItem>
			))}
		</ul>
	);
}

function holidaysText({ worked, areConfirmed }: HolidayCount): string {
	const text = counted(worked, "feriado");
	return areConfirmed ? text : `${text} (algunos a confirmar)`;
}
