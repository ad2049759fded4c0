import { extraSchemaOn } from "~/features/extras/extra-schemas";
import { findExtra } from "~/features/extras/rows/extras.server";
import { parseFields, UUID } from "~/lib/forms/form.server";
import { typedExtra } from "./extra-values.server";
import { type FormContext, findFormContext } from "./form-context.server";
import type { RuleAnswer } from "./rule-answer";
import { shiftChoices } from "./shift-choices";
import { workOutExtra } from "./work-out-extra.server";

/**
 * Describes the hours and premiums of a form that is not saved yet.
 * @param query as `answerQuery` writes it
 */
export async function findRuleAnswer(userId: string, query: URLSearchParams): Promise<RuleAnswer> {
	const idFile = query.get("idFile") ?? "";
	const stored = UUID.test(idFile) ? await findExtra({ userId, idFile }) : undefined;
	const context = await findFormContext(userId, idFile, query.get("date"), stored);
	return answerTo(userId, Object.fromEntries(query), context);
}

/** Describes the hours and premiums of a form's values, and names the shifts to choose from. */
export async function answerTo(
	userId: string,
	fields: Readonly<Partial<Record<string, string>>>,
	context: FormContext,
): Promise<RuleAnswer> {
	const { calendar, today, date } = context;
	const choices = shiftChoices(calendar, today, date);
	const submission = parseFields(fields, extraSchemaOn(today));
	const worked =
		submission.status === "success" && (await workOutExtra(userId, typedExtra(submission.value), context));
	if (!worked) return { choices, text: null, questions: [] };
	const { values: _values, ...answer } = worked;
	return { choices, ...answer };
}
