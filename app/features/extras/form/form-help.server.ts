import { startHint } from "~/features/extras/form/extra-start";
import type { Extra } from "~/features/extras/rows/extras.server";
import { shiftsOf } from "~/features/extras/shift-letter";
import { ruleReason } from "~/features/law/reason";
import { diagramOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { requestContext } from "~/lib/http/request-context.server";
import { type CivilDate, parseCivilDate } from "~/lib/time/civil-date";
import { ownShiftsOn, placeOf } from "./extra-start";
import { extraVersion } from "./extra-values.server";
import { answerQuery, readFormQuery, type TypedName } from "./form-query";
import { answerTo, findFormContext, type RuleAnswer } from "./work-out-extra.server";

/**
 * Reads the texts beside the form's fields.
 * @param initial the form's values, unless the query string holds values that were typed before
 * `stored`: the entry that the form edits; `repeated`: the entry that it repeats on another day
 */
export async function findFormHelp(
	userId: string,
	idFile: string,
	initial: Partial<Record<TypedName, string | null>>,
	{ stored, repeated }: { stored?: Extra; repeated?: Extra },
) {
	const context = await findFormContext(userId, idFile, initial);
	const { calendar, today } = context;
	if (requestContext().isCopy) return anyDay(context);
	const version = stored && extraVersion(stored, calendar);
	const typed = readFormQuery(requestContext().url.searchParams, version);
	const shown = { ...initial, ...typed };
	const date = parseCivilDate(shown.date ?? "") ?? today;
	const place = stored ? placeOf(stored, calendar) : repeated && placeAgain(repeated, date, calendar);
	const filled = { ...initial, ...place, ...typed, compensation: shown.compensation ?? "pago" };
	const fields = Object.fromEntries(new URLSearchParams(answerQuery(filled, idFile)));
	return {
		today,
		version,
		shown: filled,
		startHint: startHint(diagramOn(calendar.rotations, date), stored),
		answer: await answerTo(userId, fields, { ...context, date: filled.date ?? date }),
		reason: stored && ruleReason(stored, context.terms),
	};
}

/**
 * Returns how an entry that repeats another one on `date` lies beside the worker's shift of that date. What was worked in
 * an own shift on a holiday is not repeated as such.
 */
function placeAgain(repeated: Extra, date: CivilDate, calendar: OwnCalendar) {
	const shift = placeOf(repeated, calendar)?.shift;
	return shift && shift !== "own" && ownShiftsOn(calendar, date)[shift] ? { shift } : undefined;
}

/** What the form says that a phone keeps for any day: nothing about a date, and the diagram's shifts to choose from. */
function anyDay({ calendar, date }: Awaited<ReturnType<typeof findFormContext>>) {
	const shifts = shiftsOf(diagramOn(calendar.rotations, date)).map((letter) => ({
		value: letter,
		label: letter,
		look: letter,
	}));
	const shown: Partial<Record<TypedName, string | null>> = { date, compensation: "pago" };
	const choices = { shifts, hint: WITHOUT_SIGNAL };
	const answer: RuleAnswer = { query: "", choices, text: null, questions: [] };
	return { today: undefined, version: undefined, shown, startHint: undefined, answer, reason: undefined };
}

const WITHOUT_SIGNAL = "Sin señal no sabemos tu turno de ese día: elegí el que hiciste.";
