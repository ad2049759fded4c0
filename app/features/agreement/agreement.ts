/** What decides the pay from a day on: hourly rates, and the collective agreements to choose from. */
import type { AgreementsTable } from "db/schema";
import { lawRates, type Rates } from "~/features/law/rates";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";

export const agreementNames = [
	"lct",
	"cct-260-75",
	"propio",
] as const satisfies readonly AgreementsTable["name"][];
export type AgreementName = (typeof agreementNames)[number];

export interface HourValue {
	/** First day of the hourly rate, which applies until the next hourly rate starts. */
	since: CivilDate;
	/** Pay per hour or, with a `divisor`, per month. */
	centavos: number;
	/** Hours by which monthly pay is divided; null if `centavos` is the pay per hour. */
	divisor: number | null;
}

interface Preset {
	label: string;
	rates: Readonly<Rates>;
	/** Source of the premiums, shown to the worker. */
	source: string;
}

/** The collective agreements to choose from, with their premiums. */
export const presets: Readonly<Record<AgreementName, Preset>> = {
	lct: {
		label: "La ley, sin convenio",
		rates: lawRates,
		source: "Ley de Contrato de Trabajo 20.744, art. 201 (extras) y 166 (feriado en tu turno).",
	},
	"cct-260-75": {
		label: "CCT 260/75, metalúrgicos",
		rates: { ...lawRates, hasUnionDay: true },
		source:
			"CCT 260/75, art. 41: el 7 de septiembre paga lo trabajado y un jornal más. Los recargos son los de la ley: mirá el acuerdo de tu rama.",
	},
	propio: {
		label: "Otro convenio, con tus números",
		rates: lawRates,
		source: "Empezamos por los de la ley: cambiá lo que tu convenio paga distinto.",
	},
};

/** Returns the pay per hour in whole centavos. A rate computed from monthly pay is rounded half up. */
export function hourCentavosOf({ centavos, divisor }: Pick<HourValue, "centavos" | "divisor">): number {
	return divisor === null ? centavos : Math.floor((2 * centavos + divisor) / (2 * divisor));
}

/** An hourly rate, or the rates of an agreement, as in the URL of its page. */
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
