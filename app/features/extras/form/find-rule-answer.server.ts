import { extraSchemaOn } from "~/features/extras/extra-schemas";
import { type Extra, findExtra } from "~/features/extras/rows/extras.server";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { parseFields, UUID } from "~/lib/forms/form.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { typedExtra } from "./extra-values.server";
import { findFormCalendar } from "./form-calendar.server";
import type { RuleAnswer } from "./rule-answer";
import { shiftChoices } from "./shift-choices";
import { workOutExtra } from "./work-out-extra.server";

/**
 * Describes the hours and premiums of a form that is not saved yet.
 * @param query as `answerQuery` writes it
 */
export async function findRuleAnswer(userId: string, query: URLSearchParams): Promise<RuleAnswer> {
	const today = plantToday();
	const { calendar, date } = await findFormCalendar(userId, today, query.get("date") ?? "");
	const idFile = query.get("idFile") ?? "";
	const stored = UUID.test(idFile) ? await findExtra({ userId, idFile }) : undefined;
	const context = { idFile, today, date, calendar, stored };
	return answerTo(userId, Object.fromEntries(query), context);
}

interface AnswerContext {
	idFile: string;
	today: CivilDate;
	/** Date of the form; today if the form has no valid date. */
	date: CivilDate;
	calendar: OwnCalendar;
	/** The stored entry that the form edits. */
	stored?: Extra;
}

/** Describes the hours and premiums of a form's values, and names the shifts to choose from. */
export async function answerTo(
	userId: string,
	fields: Readonly<Partial<Record<string, string>>>,
	{ today, date, ...context }: AnswerContext,
): Promise<RuleAnswer> {
	const choices = shiftChoices(context.calendar, today, date);
	const submission = parseFields(fields, extraSchemaOn(today));
	const worked =
		submission.status === "success" && (await workOutExtra(userId, typedExtra(submission.value), context));
	if (!worked) return { choices, text: null, questions: [] };
	return { choices, text: worked.text, questions: worked.questions, asked: worked.asked };
}
