import * as z from "zod/mini";
import { LAST_CLOSING_DAY, parsePayPeriod } from "~/features/law/pay-period";
import { type Network, parseSocialLink } from "~/features/profile/social-link";
import { readText } from "~/lib/forms/read-text";
import { profileSchema, providerProfileSchema } from "./profile-schemas";

const checkedFields = {
	payPeriod: z.optional(readText(parsePayPeriod, "Elegí un período de la lista.")),
	twitter: socialField("twitter"),
	instagram: socialField("instagram"),
	facebook: socialField("facebook"),
	web: socialField("web"),
};

export const fullProfileSchema = z.strictObject({ ...profileSchema.shape, ...checkedFields });
export const fullProviderProfileSchema = z.strictObject({ ...providerProfileSchema.shape, ...checkedFields });

function socialField(network: Network) {
	return z.pipe(
		z.optional(z.string()),
		z.transform((text: string | undefined, context) => {
			const parsed = parseSocialLink(text ?? "", network);
			if ("value" in parsed) return parsed.value;
			context.issues.push({ code: "custom", message: parsed.problem, input: text });
			return z.NEVER;
		}),
	);
}

/** Options for the pay period. The server makes these options, so that the browser downloads less script. */
export const payPeriodOptions = [
	{ value: "month", label: "Mes calendario" },
	{ value: "fortnight", label: "Quincenas" },
	...Array.from({ length: LAST_CLOSING_DAY }, (_, index) => ({
		value: `closing-${index + 1}`,
		label: `Cierra el día ${index + 1}`,
	})),
];
