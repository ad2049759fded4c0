import { z } from "zod";
import { crewLetters } from "~/features/diagrams/cycle";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { parsePayPeriod } from "~/features/overtime/pay-period";
import { explained, messages, placeholders } from "~/lib/messages";
import { type Network, parseSocialLink } from "./social-link";

const REAL_NAME_MIN = 6;
const REAL_NAME_MAX = 120;

/** Of an account whose name comes from its provider: a posted name is never looked at. */
export const providerProfileSchema = z.strictObject({
	intent: z.literal("profile"),
	diagram: z
		.string({ error: "Elegí tu diagrama." })
		.transform((id) => diagramAliases.get(id) ?? id)
		.refine(findDiagramName, "Elegí un diagrama de la lista."),
	crew: z.enum(crewLetters, { error: "Elegí una escuadra de la lista." }).optional(),
	payPeriod: z
		.string()
		.default("month")
		.refine((text) => parsePayPeriod(text), "Elegí un período de la lista."),
	twitter: socialField("twitter"),
	instagram: socialField("instagram"),
	facebook: socialField("facebook"),
	web: socialField("web"),
});

/** Of an account of our own. What every new one is called counts as no name. */
export const profileSchema = z.strictObject({
	realName: z
		.string({ error: messages.realNameRequired })
		.trim()
		// Blanks alone are no name: missing, not short too.
		.min(1, { error: messages.realNameRequired, abort: true })
		.min(REAL_NAME_MIN, explained.realNameShort)
		.max(REAL_NAME_MAX, `El nombre puede tener hasta ${REAL_NAME_MAX} caracteres.`)
		.refine((name) => name.toUpperCase() !== placeholders.realName, messages.realNameRequired),
	...providerProfileSchema.shape,
});

function socialField(network: Network) {
	return z
		.string()
		.optional()
		.transform((text, context) => {
			const parsed = parseSocialLink(text ?? "", network);
			if ("value" in parsed) return parsed.value;
			context.addIssue({ code: "custom", message: parsed.problem });
			return z.NEVER;
		});
}
