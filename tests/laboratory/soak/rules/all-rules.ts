import type { BrokenRule } from "./broken-rule";
import { outboxRules } from "./outbox";
import { pageRules } from "./pages";
import { peopleRules } from "./people";

export const brokenRules: readonly BrokenRule[] = [...pageRules, ...peopleRules, ...outboxRules].sort(
	(one, other) => one.rule - other.rule,
);

/** Rules that no change of the source breaks, because nothing of the kind is there. */
export const unbroken: Readonly<Record<number, string>> = {
	19: "no hay un destino para compartir",
};
