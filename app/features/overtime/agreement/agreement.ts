/** What a worker's collective agreement pays and what an hour is worth, each from a day on. */
import type { AgreementsTable } from "db/schema";
import type { DayOffPay } from "~/features/overtime/law/day-off";
import type { CivilDate } from "~/lib/time/civil-date";

/**
 * Premiums as whole percent of the hour's value: 50 pays one and a half hours. Where several apply to the same minute,
 * the highest counts.
 */
export interface Rates {
	weekday: number;
	/** On Saturdays from the hour of the legal rule on; before it, Saturday is a weekday. */
	saturday: number;
	sunday: number;
	holiday: number;
	/** A holiday worked in one's own shift, in place of all others: 100 pays double. */
	ownShift: number;
	/** Added to each night hour, besides the others. */
	night: number;
	/** What is given for work on a day off; null when the worker does not know. */
	dayOff: DayOffPay | null;
	/** Whether work on the union's day is paid with a normal day's wage besides. */
	hasUnionDay: boolean;
}

export const agreementNames = [
	"lct",
	"cct-260-75",
	"propio",
] as const satisfies readonly AgreementsTable["name"][];
export type AgreementName = (typeof agreementNames)[number];

export interface Agreement extends Rates {
	name: AgreementName;
	/** First day. The agreement holds until the next one. */
	since: CivilDate;
}

export interface HourValue {
	/** First day. The value holds until the next one. */
	since: CivilDate;
	/** Pay of an hour, or of a month when there is a divisor, in whole centavos. */
	centavos: number;
	/** Number of hours by which the pay of a month is divided; null when `centavos` is the pay of an hour. */
	divisor: number | null;
}

/**
 * The rates of the law: LCT (Ley 20.744) art. 201 for overtime and art. 166 for a holiday in one's own shift. They also
 * hold while the worker has chosen no agreement.
 */
export const lawRates: Readonly<Rates> = {
	weekday: 50,
	saturday: 100,
	sunday: 100,
	holiday: 100,
	ownShift: 100,
	night: 0,
	dayOff: null,
	hasUnionDay: false,
};

interface Preset {
	label: string;
	rates: Readonly<Rates>;
	/** Where the rates come from, as information for the worker. */
	source: string;
}

/** The agreements to choose from, with the rates that the form proposes. */
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

/** The row that holds on a day: the newest with this or an earlier first day. `rows` are sorted, oldest first. */
export function rowOn<Row extends { since: CivilDate }>(
	rows: readonly Row[],
	date: CivilDate,
): Row | undefined {
	return rows.filter(({ since }) => since <= date).pop();
}

/** The pay of an hour in whole centavos; a monthly pay is divided and rounded, half a centavo upwards. */
export function hourCentavosOf({ centavos, divisor }: Pick<HourValue, "centavos" | "divisor">): number {
	return divisor === null ? centavos : Math.floor((2 * centavos + divisor) / (2 * divisor));
}
