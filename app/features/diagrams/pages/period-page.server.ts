import { isShownYear, type Period, yearOf } from "~/features/diagrams/periods";
import { findOwnPictures } from "~/features/diagrams/pictures/own-pictures.server";
import { requireCrew, requireDiagram } from "~/features/diagrams/search.server";
import { listHolidays } from "~/features/holidays/holidays.server";
import { notFound, requireSearch } from "~/lib/http/http.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { addressOf } from "./picture-address.server";

/**
 * Reads what the page of a month or half a year of a diagram shows: the holidays of its year, and its picture. The query
 * string chooses the crew.
 * @throws Response 404 for an unknown diagram or crew, and for a year without shift calendars
 */
export async function readPeriod(diagramId: string, period: Period) {
	const today = plantToday();
	if (!isShownYear(yearOf(period), today)) throw notFound();
	const { name, diagram } = await requireDiagram(diagramId);
	const crew = requireCrew(requireSearch(), diagram);
	const ofYear = await listHolidays(yearOf(period));
	const pictures = await findOwnPictures(diagram.id, [period]);
	const picture = addressOf(diagram, period, ofYear, pictures, crew);
	return { name: name.title, diagram, crew, today, ofYear, picture };
}
