import type { BrokenRule } from "./broken-rule";
import { documentRules } from "./documents";
import { outboxRules } from "./outbox";
import { pageRules } from "./pages";
import { peopleRules } from "./people";

export const brokenRules: readonly BrokenRule[] = [
	...pageRules,
	...peopleRules,
	...outboxRules,
	...documentRules,
].sort((one, other) => one.rule - other.rule);
