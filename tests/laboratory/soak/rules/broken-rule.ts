/** A rule of docs/decisions/no-signal.md, a small change of the source that breaks it, and the test that must fail then. */

export interface BrokenRule {
	rule: number;
	/** What the rule promises, for a person who reads the table. */
	promise: string;
	file: string;
	/** Text of the file, on one line, so that the server's build has it too. */
	text: string;
	instead: string;
	/** File and beginning of the name of the test that fails. */
	caughtBy: readonly [file: string, name: string];
}

export const MEMORY = "tests/unit/worker/rules.test.ts";
export const PHOTOS = "tests/unit/worker/waiting-photos.test.ts";
export const DECISIONS = "tests/unit/worker/decisions.test.ts";
export const REGISTER = "tests/unit/worker/register-script.test.ts";
export const FILES = "tests/routes/worker-files.test.ts";
export const WHOSE = "tests/e2e/no-signal/whose.test.ts";
export const TROUBLE = "tests/e2e/no-signal/phone-in-trouble.test.ts";
export const DOCUMENTS = "tests/e2e/no-signal/waiting-documents.test.ts";
export const FULL = "tests/e2e/no-signal/full-phone.test.ts";
export const KEPT = "tests/e2e/no-signal/kept-pages.test.ts";
export const LATE = [
	"tests/unit/worker/late-answers.test.ts",
	"whatever is on its way when somebody signs out",
] as const;
