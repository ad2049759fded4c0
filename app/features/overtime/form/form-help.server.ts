import type { Extra } from "~/features/overtime/extras/extras.server";
import { diagramOn } from "~/features/overtime/law/own-shifts";
import { startHint } from "~/features/overtime/law/start-proposal";
import { describeRule } from "~/features/overtime/list/describe-extras.server";
import { env } from "~/lib/env.server";
import { todayIn } from "~/lib/time/civil-date";
import type { ExtraFieldName } from "./extra-form";
import { answerTo } from "./find-rule-answer.server";
import { findFormCalendar } from "./form-calendar.server";
import { answerQuery } from "./rule-answer";
import { shiftChoices } from "./shift-choices";

/**
 * Reads the texts beside the form's fields. If no shift is chosen, proposes the worker's own shift.
 * @param shown the form's values
 * @param stored the entry that the form edits
 */
export async function findFormHelp(
	userId: string,
	idFile: string,
	shown: Partial<Record<ExtraFieldName, string | null>>,
	stored?: Extra,
) {
	const today = todayIn(env.TZ_APP);
	const { calendar, date } = await findFormCalendar(userId, today, shown.date ?? "");
	const choices = shiftChoices(calendar, today, date);
	const shift = choices.own[date] ?? "";
	const proposed = { ...shown, shift: shown.shift ?? shift };
	const query = answerQuery(proposed, idFile);
	const text = await answerTo(userId, Object.fromEntries(new URLSearchParams(query)), {
		today,
		calendar,
		stored,
	});
	return {
		today,
		shown: proposed,
		choices,
		startHint: startHint(diagramOn(calendar.rotations, date), stored),
		answer: { query, date, shift, hint: choices.hint, text },
		reason: stored && (await describeRule(userId, stored, calendar.rotations)),
	};
}
