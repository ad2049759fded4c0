import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";

/** What decides the pay from a day on, as in the URL of its page: an hourly rate, or the rates of an agreement. */
export type PayTerm = "hour-value" | "rates";

export const termTitles: Readonly<Record<PayTerm, string>> = {
	"hour-value": "Valor de la hora",
	rates: "Convenio",
};

const deletions: Readonly<Record<PayTerm, Pick<Deletion, "question" | "consequence">>> = {
	"hour-value": {
		question: "¿Querés eliminar este valor de la hora?",
		consequence: "Esos días pasan a estimarse con el valor anterior o, si no hay, no se estiman.",
	},
	rates: {
		question: "¿Querés eliminar este convenio?",
		consequence: "Esos días pasan a estimarse con el anterior o, si no hay, con los recargos de la ley.",
	},
};

/** Texts of the page that confirms the deletion of an hourly rate or agreement. */
export function deletionOf(term: PayTerm, since: CivilDate): Deletion {
	return { ...deletions[term], idFile: "", what: `Desde el ${formatShortDate(since)}` };
}
