import { listHourValues } from "~/features/agreement/agreements.server";
import { earnedBy, estimateExtra } from "~/features/agreement/estimate";
import { showEstimate } from "~/features/agreement/estimate-text";
import { payTermsIn } from "~/features/agreement/pay-terms.server";
import { listTimes } from "~/features/extras/list/extras-list.server";
import { isWorkedHoliday, surroundingsOf } from "~/features/extras/list/work-times.server";
import type { ExtraValues } from "~/features/extras/rows/extras.server";
import { startOf } from "~/features/extras/rows/start-proposal";
import { isOwnPlace } from "~/features/extras/shift-letter";
import { mistakesOf } from "~/features/law/mistakes";
import { daysAround } from "~/features/law/rest";
import { diagramOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { versionOf } from "~/lib/forms/form-state.server";
import { inHours } from "~/lib/time/minutes";
import { type TypedExtra, toValues } from "./extra-values.server";
import type { FormContext } from "./form-context.server";
import { placedBeside } from "./own-places";
import { type RuleAnswer, ruleAnswer } from "./rule-answer";

interface Worked extends Omit<RuleAnswer, "choices"> {
	values: ExtraValues;
}

/**
 * Works out what a form's values mean: the entry to store, its pay, and what to ask before storing it.
 * @returns undefined if the form says "Me quedé", "Entré antes" or "Feriado en tu turno" on a day without an own shift
 */
export async function workOutExtra(
	userId: string,
	typed: TypedExtra,
	{ idFile, calendar, stored }: FormContext,
): Promise<Worked | undefined> {
	const place = isOwnPlace(typed.shift) ? typed.shift : undefined;
	const placed = place
		? placedBeside(place, typed, calendar)
		: { start: startOf(typed, diagramOn(calendar.rotations, typed.date), stored) };
	if (!placed) return undefined;
	const { start, ...where } = placed;
	const extra = { compensation: "pago", ...typed, ...where } as const;
	const terms = await payTermsIn(userId, calendar);
	const values = toValues(extra, start, terms);
	const text = ruleAnswer(values, terms);
	const hourValues = await listHourValues(userId);
	const earned = hourValues.length > 0 && earnedBy(values, { ...terms, hourValues });
	const coversShift = place === "own" && isWorkedHoliday(terms.holidaysOn, values.date);
	const isMoved = !stored || timeNames.some((name) => stored[name] !== values[name]);
	const questions = isMoved ? await findQuestions(userId, idFile, values, calendar, coversShift) : [];
	return {
		values,
		text,
		sum: {
			hours: inHours(values.minutes),
			estimate: earned ? showEstimate(estimateExtra(earned), false).total : undefined,
		},
		questions,
		asked: questions.length > 0 ? versionOf([idFile, questions]) : undefined,
	};
}

const timeNames = ["date", "shift", "minutes", "startMinute"] as const;

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
