import type { PaidExtra } from "~/features/law/paid-parts";
import type { PayTerms } from "~/features/law/parts-of-day";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { keptReason } from "~/features/law/reason";
import { BY_DIAGRAM } from "~/features/law/rest";
import { formatClock } from "~/lib/time/minutes";
import type { ShiftChoices } from "./shift-choices";

/** What the form says about its values before they are saved. */
export interface RuleAnswer {
	/** The shifts to choose from on the form's date. */
	choices: ShiftChoices;
	/** Text about the hours; null while a value is missing or invalid. */
	text: string | null;
	/** Hours, and what they are estimated to be paid: "4 h", "$ 56.000,00". */
	sum?: { hours: string; estimate?: string };
	/** What is odd about the entry, such as an overlap. The form asks about it before saving. */
	questions: string[];
	/** Key of `questions`, which the form sends back if the worker saves in spite of them; undefined without questions. */
	asked?: string;
}

/**
 * Describes the times, the hours with each premium and what is uncertain: "De 22:00 a 06:00, según tu diagrama: 2 h
 * al 50 % y 6 h al 100 % porque después es domingo."
 */
export function ruleAnswer(extra: PaidExtra, terms: PayTerms): string {
	const { startMinute, minutes } = extra;
	const reason = keptReason(extra, terms);
	if (startMinute === null) {
		const isOpen = extra.premiums[UNCLASSIFIED] !== undefined && !extra.hasOwnSplit;
		return `${reason}.${isOpen ? " Poné la hora de entrada y la clasificamos." : ""}`;
	}
	const source = extra.isStartProposed ? `, ${BY_DIAGRAM}` : "";
	return `De ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}${source}: ${reason}.`;
}
