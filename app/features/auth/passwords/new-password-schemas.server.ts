/** The forms in which a password is chosen, as they are checked here: by the phone's rules, and by what only we know. */
import * as z from "zod/mini";
import { changePasswordSchema, registerSchema, resetSchema } from "~/features/auth/schemas";
import { commonProblem } from "./common-passwords.server";

const isUncommon = z.check<{ password: string }>(({ value, issues }) => {
	// One thing at a time is said of a password.
	if (issues.some(({ path }) => path?.[0] === "password")) return;
	const message = commonProblem(value.password);
	if (message) issues.push({ code: "custom", path: ["password"], message, input: value, continue: true });
});

export const checkedRegisterSchema = registerSchema.check(isUncommon);
export const checkedResetSchema = resetSchema.check(isUncommon);
export const checkedChangeSchema = changePasswordSchema.check(isUncommon);
