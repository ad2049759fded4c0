import type { CrewLetter } from "~/features/diagrams/cycle";
import { counted } from "~/lib/counted";
import { LinkItem } from "~/ui/link-item";
import { UNCONFIRMED, type WorkYearProps } from "./work-year";
import { countHolidays } from "./year-figures";

type CrewYear = Omit<WorkYearProps, "today"> & { crew: CrewLetter };

/** Each crew's year in one line, with a link to the crew's figures for that year. */
export function CrewYears({ years }: { years: readonly CrewYear[] }) {
	return (
		<>
			<ul className="links card">
				{years.map(({ crew, year, figures: { letters, freeSundays, freeWeekends }, holidays }) => (
					<LinkItem key={crew} href={`?year=${year}&crew=${crew}`}>
						<b>Escuadra {crew}:</b> {counted(letters.F ?? 0, "franco")}, {counted(freeSundays, "domingo")} y{" "}
						{counted(freeWeekends, "fin de semana libre", "fines de semana libres")}, trabaja en{" "}
						{counted(countHolidays(holidays).worked, "feriado")}
						{!countHolidays(holidays).areConfirmed && " (algunos a confirmar)"}
					</LinkItem>
				))}
			</ul>
			{years.some(({ figures }) => figures.isUnsure) && <p className="hint">{UNCONFIRMED}</p>}
		</>
	);
}
