import { findPayTerms } from "~/features/overtime/agreement/pay-terms.server";
import { type Extra, findExtra } from "~/features/overtime/extras/extras.server";
import { diagramOn } from "~/features/overtime/law/own-shifts";
import { startOf } from "~/features/overtime/law/start-proposal";
import { extraSchemaOn } from "~/features/overtime/schemas";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { env } from "~/lib/env.server";
import { parseFields, UUID } from "~/lib/forms/form.server";
import { type CivilDate, todayIn } from "~/lib/time/civil-date";
import { toValues, typedExtra } from "./extra-values.server";
import { findFormCalendar } from "./form-calendar.server";
import { type RuleAnswer, ruleAnswer } from "./rule-answer";
import { shiftChoices } from "./shift-choices";

/**
 * Describes the hours and premiums of a form that is not saved yet.
 * @param query as `answerQuery` writes it
 */
export async function findRuleAnswer(userId: string, query: URLSearchParams): Promise<RuleAnswer> {
	const today = todayIn(env.TZ_APP);
	const { calendar, date } = await findFormCalendar(userId, today, query.get("date") ?? "");
	const { own, hint } = shiftChoices(calendar, today, date);
	const idFile = query.get("idFile") ?? "";
	const stored = UUID.test(idFile) ? await findExtra({ userId, idFile }) : undefined;
	const text = await answerTo(userId, Object.fromEntries(query), { today, calendar, stored });
	return { date, shift: own[date] ?? "", hint, text };
}

interface AnswerContext {
	today: CivilDate;
	calendar: OwnCalendar;
	/** The stored entry that the form edits. */
	stored?: Extra;
}

/** Describes the hours and premiums of a form's values; null while a value is missing or invalid. */
export async function answerTo(
	userId: string,
	fields: Readonly<Partial<Record<string, string>>>,
	{ today, calendar, stored }: AnswerContext,
): Promise<string | null> {
	const submission = parseFields(fields, extraSchemaOn(today));
	if (submission.status !== "success") return null;
	const typed = typedExtra(submission.value);
	const { date } = typed;
	const start = startOf(typed, diagramOn(calendar.rotations, date), stored);
	const terms = await findPayTerms(userId, date, date, calendar.rotations);
	return ruleAnswer(toValues(typed, start, terms), terms);
}
