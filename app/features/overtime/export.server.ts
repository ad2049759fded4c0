import type { User } from "~/features/auth/users.server";
import { type CivilDate, formatShortDate } from "~/lib/civil-date";
import { toCsv } from "~/lib/csv";
import { plantDay } from "~/lib/plant-clock.server";
import type { ListedExtra } from "./extra-card";
import { MOST_EXPORTED } from "./extras-list.server";
import type { ExtrasFilter } from "./filter";
import { formatClock } from "./hours";
import { readOldest, type Surroundings } from "./list-page.server";

const HEADER = [
	"Fecha",
	"Turno",
	"Horas",
	"Entrada",
	"Salida",
	"Horas al 50",
	"Horas al 100",
	"Sin clasificar",
	"Horas de noche",
	"Compensación",
	"Comentario",
	"Por qué",
	"Anotada el",
	"Cambiada el",
];

/**
 * The filtered extras, oldest first, as a CSV for the Excel of Argentina, named by its days.
 * @returns undefined when they are more than MOST_EXPORTED: half a list would pass for the whole one
 */
export async function csvOf(
	user: User,
	filter: ExtrasFilter,
	surroundings: Surroundings,
	today: CivilDate,
): Promise<{ name: string; text: string } | undefined> {
	const extras = await readOldest(user, filter, MOST_EXPORTED + 1, surroundings);
	if (extras.length > MOST_EXPORTED) return undefined;
	const first = filter.start ?? extras[0]?.date ?? today;
	const last = filter.end ?? extras.at(-1)?.date ?? today;
	return {
		name: `extras-${first}-a-${last}${filter.shift ? "-turno" : ""}.csv`,
		text: toCsv([HEADER, ...extras.map(toRow)]),
	};
}

function toRow(extra: ListedExtra): string[] {
	const { date, minutes, startMinute, minutesNight, editedAt } = extra;
	return [
		formatShortDate(date),
		extra.shift,
		decimalHours(minutes),
		startMinute === null ? "" : formatClock(startMinute),
		startMinute === null ? "" : formatClock(startMinute + minutes),
		decimalHours(extra.minutes50),
		decimalHours(extra.minutes100),
		decimalHours(extra.minutesUnclassified),
		minutesNight === null ? "" : decimalHours(minutesNight),
		extra.compensation ?? "",
		extra.comment ?? "",
		extra.reason,
		formatShortDate(plantDay(extra.createdAt)),
		editedAt === null ? "" : formatShortDate(plantDay(editedAt)),
	];
}

/** Hours as a spreadsheet adds them up: "4,5"; at most two decimals. */
export function decimalHours(minutes: number): string {
	return String(Math.round((minutes / 60) * 100) / 100).replace(".", ",");
}
