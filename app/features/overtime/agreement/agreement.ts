/**
 * Premiums of a worker's collective agreement, and hourly rates. Each agreement or rate applies from its first day on.
 */
import type { AgreementsTable } from "db/schema";
import type { DayOffPay } from "~/features/overtime/law/day-off";
import type { CivilDate } from "~/lib/time/civil-date";

/**
 * Premiums in whole percent of the hourly rate: 50 means one and a half times the pay. If several premiums apply to a
 * minute, only the highest counts; the night surcharge is added to it.
 */
export interface Rates {
	weekday: number;
	/** Premium on Saturdays from the hour that the law sets. Before this hour, Saturday is a weekday. */
	saturday: number;
	sunday: number;
	holiday: number;
	/**
	 * Premium for work on a holiday during the worker's own shift; 100 is double pay. The day's other premiums then do
	 * not apply.
	 */
	ownShift: number;
	/** Surcharge for each night hour, added to any premium. */
	night: number;
	/** Compensation for work on a day off; null if unknown to the worker. */
	dayOff: DayOffPay | null;
	/** Whether work on the holiday of the worker's union earns a normal day's wage in addition. */
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
	/** First day of the agreement, which applies until the next agreement starts. */
	since: CivilDate;
}

export interface HourValue {
	/** First day of the hourly rate, which applies until the next hourly rate starts. */
	since: CivilDate;
	/** Pay per hour or, with a `divisor`, per month. */
	centavos: number;
	/** Hours by which monthly pay is divided; null if `centavos` is the pay per hour. */
	divisor: number | null;
}

/**
 * The legal premiums: LCT (Ley 20.744) art. 201 and, for holidays in the worker's own shift, art. 166. They apply
 * while the worker has no agreement.
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

/**
 * Returns the agreement or hourly rate that applies on `date`: the last one that starts on or before that date.
 * @param rows oldest first
 */
export function rowOn<Row extends { since: CivilDate }>(
	rows: readonly Row[],
	date: CivilDate,
): Row | undefined {
	return rows.filter(({ since }) => since <= date).pop();
}

/** Returns the pay per hour in whole centavos. A rate computed from monthly pay is rounded half up. */
export function hourCentavosOf({ centavos, divisor }: Pick<HourValue, "centavos" | "divisor">): number {
	return divisor === null ? centavos : Math.floor((2 * centavos + divisor) / (2 * divisor));
}
