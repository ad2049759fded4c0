import type { SerializeFrom } from "@remix-run/node";
import { listHourValues } from "~/features/agreement/agreements.server";
import { earnedBy, estimateExtra } from "~/features/agreement/estimate";
import { showEstimate } from "~/features/agreement/estimate-text";
import { payTermsIn } from "~/features/agreement/pay-terms.server";
import { extraSchemaOn } from "~/features/extras/extra-schemas";
import { listTimes } from "~/features/extras/list/extras-list.server";
import { isWorkedHoliday, surroundingsOf } from "~/features/extras/list/work-times.server";
import { type Extra, type ExtraValues, findExtra } from "~/features/extras/rows/extras.server";
import { startOf } from "~/features/extras/rows/start-proposal";
import { isOwnPlace } from "~/features/extras/shift-letter";
import { mistakesOf } from "~/features/law/mistakes";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { BY_DIAGRAM, daysAround } from "~/features/law/rest";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { diagramOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { parseFields, UUID } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { addDays, parseCivilDate } from "~/lib/time/civil-date";
import { formatClock, inHours } from "~/lib/time/minutes";
import { plantToday } from "~/lib/time/plant-clock.server";
import { type TypedExtra, toValues, typedExtra } from "./extra-values.server";
import { placedBeside } from "./own-places";
import { shiftChoices } from "./shift-choices";

/** Days around the form's date that a stretch of work may reach. */
const DAYS_AROUND = 5;

type FormContext = Awaited<ReturnType<typeof findFormContext>>;

/**
 * Reads what the values of a form are read with: a calendar with the own days (vacation, leave and the like) of today,
 * of the form's date, and around these. Without a valid date, the form's date is today.
 * @param stored the entry that the form edits
 */
export async function findFormContext(
	userId: string,
	idFile: string,
	typedDate: string | null | undefined,
	stored: Extra | undefined,
) {
	const today = plantToday();
	const date = parseCivilDate(typedDate ?? "") ?? today;
	const [first, last] = date < today ? [date, today] : [today, date];
	const calendar = await findOwnCalendar(userId, addDays(first, -DAYS_AROUND), addDays(last, DAYS_AROUND));
	return { idFile, today, date, calendar, stored };
}

/** What the form says about its values before they are saved. */
export type RuleAnswer = SerializeFrom<typeof answerTo>;

/**
 * Answers a form that is not saved yet.
 * @param query as `answerQuery` writes it
 */
export async function findRuleAnswer(userId: string, query: URLSearchParams) {
	const idFile = query.get("idFile") ?? "";
	const stored = UUID.test(idFile) ? await findExtra({ userId, idFile }) : undefined;
	const context = await findFormContext(userId, idFile, query.get("date"), stored);
	return answerTo(userId, Object.fromEntries(query), context);
}

/** The shifts to choose from on the form's date and, once all values are valid, what `workOutExtra` finds. */
export async function answerTo(
	userId: string,
	fields: Readonly<Partial<Record<string, string>>>,
	context: FormContext,
) {
	const { calendar, today, date } = context;
	const choices = shiftChoices(calendar, today, date);
	const submission = parseFields(fields, extraSchemaOn(today));
	const worked =
		submission.status === "success"
			? await workOutExtra(userId, typedExtra(submission.value), context)
			: undefined;
	const { text = null, sum, questions = [], asked } = worked ?? {};
	return { choices, text, sum, questions, asked };
}

/**
 * Works out what a form's values mean: the entry to store, its pay, and what to ask before storing it.
 * @returns undefined if the form says "Me quedé", "Entré antes" or "Feriado en tu turno" on a day without an own shift
 */
export async function workOutExtra(
	userId: string,
	typed: TypedExtra,
	{ idFile, calendar, stored }: FormContext,
) {
	const place = isOwnPlace(typed.shift) ? typed.shift : undefined;
	const placed = place
		? placedBeside(place, typed, calendar)
		: { start: startOf(typed, diagramOn(calendar.rotations, typed.date), stored) };
	if (!placed) return undefined;
	const { start, ...where } = placed;
	const extra = { compensation: "pago", ...typed, ...where } as const;
	const terms = await payTermsIn(userId, calendar);
	const values = toValues(extra, start, terms);
	const text = ruleAnswer(values);
	const hourValues = await listHourValues(userId);
	const earned = hourValues.length > 0 && earnedBy(values, { ...terms, hourValues });
	const coversShift = place === "own" && isWorkedHoliday(terms.holidaysOn, values.date);
	const isMoved = !stored || timeNames.some((name) => stored[name] !== values[name]);
	const questions = isMoved ? await findQuestions(userId, idFile, values, calendar, coversShift) : [];
	return {
		values,
		text,
		/** Hours, and what they are estimated to be paid: "4 h", "$ 56.000,00". */
		sum: {
			hours: inHours(values.minutes),
			estimate: earned ? showEstimate(estimateExtra(earned), false).total : undefined,
		},
		/** What is odd about the entry, such as an overlap. The form asks about it before saving. */
		questions,
		/** Key of `questions`, which the form sends back if the worker saves in spite of them. */
		asked: questions.length > 0 ? versionOf([idFile, questions]) : undefined,
	};
}

const timeNames = ["date", "shift", "minutes", "startMinute"] as const;

/**
 * Describes the times, the hours with each premium and what is uncertain: "De 22:00 a 06:00, según tu diagrama: 2 h
 * al 50 % y 6 h al 100 % porque después es domingo."
 */
function ruleAnswer(extra: ExtraValues): string {
	const { startMinute, minutes, reason } = extra;
	if (startMinute === null) {
		const isOpen = extra.premiums[UNCLASSIFIED] !== undefined && !extra.hasOwnSplit;
		return `${reason}.${isOpen ? " Poné la hora de entrada y la clasificamos." : ""}`;
	}
	const source = extra.isStartProposed ? `, ${BY_DIAGRAM}` : "";
	return `De ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}${source}: ${reason}.`;
}

/** Finds overlaps, duplicates and far too long work. */
async function findQuestions(
	userId: string,
	idFile: string,
	values: ExtraValues,
	calendar: OwnCalendar,
	coversShift: boolean,
): Promise<string[]> {
	const { date, shift, minutes, startMinute, isStartProposed } = values;
	const dates = daysAround([date]);
	const others = (await listTimes(userId, dates)).filter((other) => other.idFile !== idFile);
	const own = {
		idFile,
		date,
		shift,
		minutes,
		startMinute,
		isStartProposed: isStartProposed ? 1 : 0,
	} as const;
	const around = surroundingsOf([...others, own], dates, calendar);
	return mistakesOf(own, around, coversShift).map(({ text }) => text);
}
