import { counted } from "~/lib/counted";
import { inHours } from "~/lib/time/minutes";

/** Number and minutes of some entries. */
export interface Entries {
	count: number;
	minutes: number;
}

/** What sums of entries contain although no slip pays it, or not yet. */
export interface Included {
	/** Entries that are compensated by days off in place of pay. */
	dayOff: Entries;
	/** Entries that are compensated by banked hours in place of pay. */
	bank: Entries;
	/** Number of entries that have not ended. */
	planned: number;
}

/** One sentence for each kind: "1 extra (8 h), con franco en lugar de pago." */
export function includedTexts({ dayOff, bank, planned }: Included): string[] {
	return [
		dayOff.count > 0 && `${entriesText(dayOff)}, con franco en lugar de pago.`,
		bank.count > 0 && `${entriesText(bank)}, con banco de horas en lugar de pago.`,
		planned > 0 && `${counted(planned, "extra")} que todavía no ${planned === 1 ? "terminó" : "terminaron"}.`,
	].filter((text) => text !== false);
}

/** The same, said of a sum: "Incluye 1 extra (8 h), con franco en lugar de pago." */
export function includedLines(sums: Included): string[] {
	return includedTexts(sums).map((text) => `Incluye ${text}`);
}

/** Says how many they are and how long all are together: "2 extras (12 h)". */
export function entriesText({ count, minutes }: Entries): string {
	return `${counted(count, "extra")} (${inHours(minutes)})`;
}
