import * as z from "zod/mini";
import { changePasswordSchema, registerSchema, resetSchema } from "~/features/auth/account-schemas";
import { commonPasswordProblem } from "./common-passwords.server";

const isUncommon = z.check<{ password: string }>(({ value, issues }) => {
	// If a password breaks another rule, only the message of that rule appears.
	if (issues.some(({ path }) => path?.[0] === "password")) return;
	const message = commonPasswordProblem(value.password);
	if (message) issues.push({ code: "custom", path: ["password"], message, input: value, continue: true });
});

export const checkedRegisterSchema = registerSchema.check(isUncommon);
export const checkedResetSchema = resetSchema.check(isUncommon);
export const checkedChangeSchema = changePasswordSchema.check(isUncommon);
