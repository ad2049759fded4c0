/** Rules for new passwords that only the server checks: the list of common passwords is too large for a browser. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import * as z from "zod/mini";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/account-schemas";
import { besides } from "~/lib/forms/besides";
import { readFields } from "~/lib/forms/form.server";

/**
 * List of common passwords in lower case, as the text of a JSON array (0.5 MB) from the package @zxcvbn-ts. Read on
 * first use.
 */
let list: string | undefined;

/**
 * Returns an error message in Spanish for one of the 49,233 most used passwords (zxcvbn), ignoring case and accents;
 * undefined for any other password. Searches the JSON text, which takes a tenth of the memory of a parsed list.
 */
export function commonPasswordProblem(password: string): string | undefined {
	list ??= readFileSync(
		createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"),
		// The list is ASCII: latin1 takes one byte per character in memory.
		"latin1",
	);
	// The list has no accents: "contraseña" is there as "contrasena".
	const plain = password.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	// Searches for the password in quotes, as in the JSON text, so that only whole entries of the list match.
	const isCommon = list.includes(JSON.stringify(plain));
	return isCommon ? "Esa contraseña es de las más usadas: elegí otra." : undefined;
}

/** Addition to a form's schema: the new password must be neither common nor a name of the user. */
export const isGoodFor = (user: { username?: string; email?: string }) =>
	// If a password breaks another rule, only the message of that rule appears.
	z.check<{ password: string }>(({ value, issues }) => {
		const message = commonPasswordProblem(value.password) ?? newPasswordProblem(value.password, user);
		if (message) issues.push({ code: "custom", path: ["password"], message, input: value, continue: true });
	}, besides("password"));

/**
 * Answers a page that asks, while the user still fills in the form, whether a new password is common. Reads a copy of
 * the request, because the route's action reads the request too.
 * @returns undefined for a request that does not ask this
 */
export async function checkNewPasswordAction(request: Request) {
	const { intent, password = "" } = await readFields(request.clone(), ["intent", "password"]);
	if (intent !== CHECK_PASSWORD) return undefined;
	// Skips the list for a password that breaks another rule, because such a password may be very long.
	const problem = newPasswordProblem(password, {}) ? undefined : commonPasswordProblem(password);
	return json<PasswordAnswer>({ isQuestion: true, problem });
}

interface PasswordAnswer {
	/** Tells the page that the request was only a check, so that the page does not reload its data. */
	isQuestion: true;
	problem?: string;
	/** Never set. Declared so that the page can read `result` from every response. */
	result?: SubmissionResult<string[]>;
}
