/**
 * The pay rates of a worker's collective agreement and the value of an hour of work. Each row applies from a first
 * day on.
 */
import type { AgreementsTable } from "db/schema";
import type { DayOffPay } from "~/features/overtime/law/day-off";
import type { CivilDate } from "~/lib/time/civil-date";

/**
 * Premiums in whole percent of the hour's value: 50 means that an hour is paid one and a half times. If several
 * premiums apply to the same minute, only the highest counts.
 */
export interface Rates {
	weekday: number;
	/** For Saturdays from the legally fixed hour on. Before this hour, Saturday counts as a weekday. */
	saturday: number;
	sunday: number;
	holiday: number;
	/** For a holiday within one's own shift, in place of all other premiums: 100 means double pay. */
	ownShift: number;
	/** For each night hour, added to any other premium. */
	night: number;
	/** Compensation for work on a day off; null if the worker does not know it. */
	dayOff: DayOffPay | null;
	/** Whether work on the union's holiday is paid with an additional normal day's wage. */
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
	/** First day on which the agreement applies, until the next agreement starts. */
	since: CivilDate;
}

export interface HourValue {
	/** First day on which the value applies, until the next value starts. */
	since: CivilDate;
	/** Pay per hour or, with a `divisor`, per month, in whole centavos. */
	centavos: number;
	/** Number of hours by which the monthly pay is divided; null if `centavos` is the pay per hour. */
	divisor: number | null;
}

/**
 * The legal rates: LCT (Ley 20.744) art. 201 for overtime, and art. 166 for a holiday within one's own shift. They
 * also apply while the worker has not chosen an agreement.
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
	/** Source of the rates, shown to the worker. */
	source: string;
}

/** The collective agreements to choose from, each with the rates that fill in the form. */
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
 * The row that applies on a day: the newest row whose first day is not later.
 * @param rows sorted, oldest first
 */
export function rowOn<Row extends { since: CivilDate }>(
	rows: readonly Row[],
	date: CivilDate,
): Row | undefined {
	return rows.filter(({ since }) => since <= date).pop();
}

/** The pay of an hour in whole centavos. A monthly pay is divided and rounded; half a centavo is rounded up. */
export function hourCentavosOf({ centavos, divisor }: Pick<HourValue, "centavos" | "divisor">): number {
	return divisor === null ? centavos : Math.floor((2 * centavos + divisor) / (2 * divisor));
}
