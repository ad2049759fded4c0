import * as z from "zod/mini";
import { type Network, parseSocialLink } from "~/features/profile/social-link";
import { profileSchema, providerProfileSchema } from "./profile-schemas";

const checkedFields = {
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
