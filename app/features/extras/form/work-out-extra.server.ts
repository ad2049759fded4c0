import { hash } from "node:crypto";
import type { SerializeFrom } from "@remix-run/node";
import { findEstimateTerms } from "~/features/agreement/estimates.server";
import { termsVersion } from "~/features/agreement/terms-version";
import { extraSchemaOn } from "~/features/extras/extra-schemas";
import { startOf } from "~/features/extras/form/extra-start";
import { listTimes } from "~/features/extras/list/extras-list.server";
import { holidayMinutesFrom, surroundingsOf } from "~/features/extras/list/work-times.server";
import { type Extra, type ExtraValues, findExtra } from "~/features/extras/rows/extras.server";
import type { NewExtra } from "~/features/extras/rows/write-extra.server";
import { isOwnPlace } from "~/features/extras/shift-letter";
import { mistakesOf } from "~/features/law/mistakes";
import type { PayTerms } from "~/features/law/parts-of-day";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { unsaidDoubts } from "~/features/law/reason";
import { BY_DIAGRAM, daysAround } from "~/features/law/rest";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { diagramOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { sqlite } from "~/lib/database/db.server";
import { parseFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { type CivilDate, parseCivilDate } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { plantToday } from "~/lib/time/plant-clock.server";
import { dayTexts, withDay } from "./day-texts";
import { placedBeside } from "./extra-start";
import { type TypedExtra, toValues, typedExtra } from "./extra-values.server";
import { answerQuery } from "./form-query";
import { shiftChoices } from "./shift-choices";
import { sumForm } from "./sum-form.server";

type FormContext = Awaited<ReturnType<typeof findFormContext>>;

/** Reads what the values of a form are read with. Without a valid date, the form's date is today. */
export async function findFormContext(
	userId: string,
	idFile: string,
	typed: Readonly<Partial<Record<"date", string | null>>>,
) {
	const today = plantToday();
	const date = parseCivilDate(typed.date ?? "") ?? today;
	const version = termsVersion(sqlite, userId);
	const calendar = await findOwnCalendar(userId);
	const terms = await findEstimateTerms(userId, calendar);
	return { idFile, today, date, termsVersion: version, calendar, terms };
}

/** What the form says about its values before they are saved. */
export type RuleAnswer = SerializeFrom<typeof answerTo>;

/**
 * Answers a form that is not saved yet.
 * @param query as `answerQuery` writes it
 */
export async function findRuleAnswer(userId: string, query: URLSearchParams) {
	const idFile = query.get("idFile") ?? "";
	const fields = Object.fromEntries(query);
	return answerTo(userId, fields, await findFormContext(userId, idFile, fields));
}

/**
 * The shifts to choose from on the form's date and, once all values are valid, what `workOutExtras` finds. `query` tells
 * for which values: the form asks again when they change.
 */
export async function answerTo(
	userId: string,
	fields: Readonly<Partial<Record<string, string>>>,
	context: FormContext,
) {
	const { idFile, calendar, today, date } = context;
	const choices = shiftChoices(calendar, today, date);
	const submission = parseFields(fields, extraSchemaOn(today));
	const worked =
		submission.status === "success"
			? await workOutExtras(userId, typedExtra(submission.value), context)
			: undefined;
	const { text = null, sum, questions = [], asked } = worked?.extras ? worked : {};
	return { query: answerQuery(fields, idFile), choices, text, sum, questions, asked };
}

/**
 * Works out what a form's values mean: the entries to store, one for each day, their pay, and what to ask before storing
 * them. Each is what the form would add if it had only that day.
 * @returns `missing`: the first day without an own shift, if the form says "Me quedé", "Entré antes" or "Feriado en tu
 *   turno"
 */
export async function workOutExtras(
	userId: string,
	typed: TypedExtra,
	{ idFile, calendar, terms }: FormContext,
) {
	const dates = new Set([typed.date, ...(typed.dates ?? [])]);
	const extras: NewExtra[] = [];
	const createdAt = new Map<string, number>();
	const questions: string[] = [];
	for (const date of dates) {
		const key = { userId, idFile: date === typed.date ? idFile : keyOn(idFile, date) };
		// A form that is sent twice asks nothing the second time: its entry is stored.
		const stored = await findExtra(key);
		if (stored) createdAt.set(stored.idFile, stored.createdAt);
		const values = valuesOf({ ...typed, date }, calendar, terms, stored);
		if (!values) return { missing: date };
		const extra = { ...values, idFile: key.idFile };
		const isMoved = !stored || timeNames.some((name) => stored[name] !== extra[name]);
		// The own shift of a holiday has a choice of its own; from midnight on, last night's shift is worked on the holiday.
		const mayCover = typed.shift === "own" || extra.startMinute === 0;
		const covered = mayCover ? holidayMinutesFrom(extra.date, terms.holidaysOn) : 0;
		const asked = isMoved ? await findQuestions(userId, extra, extras, calendar, covered) : [];
		questions.push(...(dates.size > 1 ? asked.map((text) => withDay(text, extra.date)) : asked));
		extras.push(extra);
	}
	const { sum, wages } = await sumForm(userId, extras, createdAt, terms);
	const texts = extras.map((extra) => [extra.date, ruleAnswer(extra)] as const);
	return {
		extras,
		text: [dayTexts(texts), ...wages].join(" "),
		sum,
		/** What is odd about the entries, such as an overlap. The form asks about it before saving. */
		questions,
		/** Key of `questions`, which the form sends back if the worker saves in spite of them. */
		asked: questions.length > 0 ? versionOf([idFile, questions]) : undefined,
	};
}

/** @returns undefined without the own shift beside which the entry would lie */
function valuesOf(typed: TypedExtra, calendar: OwnCalendar, terms: PayTerms, stored: Extra | undefined) {
	const placed = isOwnPlace(typed.shift)
		? placedBeside(typed.shift, typed, calendar)
		: { start: startOf(typed, diagramOn(calendar.rotations, typed.date), stored) };
	if (!placed) return undefined;
	const { start, ...where } = placed;
	return toValues({ compensation: "pago", ...typed, ...where }, start, terms);
}

const timeNames = ["date", "shift", "minutes", "startMinute"] as const;

/**
 * Describes the times, the hours with each premium and what is uncertain: "De 22:00 a 06:00, según tu diagrama: 2 h
 * al 50 % y 6 h al 100 % porque después es domingo."
 */
function ruleAnswer(extra: ExtraValues): string {
	const { startMinute, minutes, reason } = extra;
	const unsure = unsaidDoubts(extra);
	if (startMinute === null) {
		const isOpen = extra.premiums[UNCLASSIFIED] !== undefined && !extra.hasOwnSplit;
		const next = isOpen ? ["Poné la hora de entrada y la clasificamos."] : [];
		return [`${reason}.`, ...unsure, ...next].join(" ");
	}
	const source = extra.isStartProposed ? `, ${BY_DIAGRAM}` : "";
	const times = `De ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}${source}`;
	return [`${times}: ${reason}.`, ...unsure].join(" ");
}

/** Finds overlaps, duplicates and far too long work. @param added the entries that the same form adds on other days */
async function findQuestions(
	userId: string,
	extra: NewExtra,
	added: readonly NewExtra[],
	calendar: OwnCalendar,
	holidayMinutes: number,
): Promise<string[]> {
	const known = [...added, extra];
	const dates = daysAround([extra.date]);
	const others = (await listTimes(userId, dates)).filter(
		(other) => !known.some(({ idFile }) => idFile === other.idFile),
	);
	const around = surroundingsOf([...others, ...known], dates, calendar);
	return mistakesOf(extra, around, holidayMinutes).map(({ text }) => text);
}

/** Key of the entry that a form adds on another day: the same each time, so that a form sent twice adds it once. */
function keyOn(idFile: string, date: CivilDate): string {
	const digits = hash("sha256", `${idFile} ${date}`);
	return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
}
