/** Ways to compensate an overtime entry (Ley 27.802): money, a day off, or hours in a bank of hours. */
import type { ExtrasTable } from "db/schema";

export type Compensation = NonNullable<ExtrasTable["compensation"]>;

export const compensationNames: Readonly<Record<Compensation, string>> = {
	pago: "Pago",
	franco: "Franco",
	banco: "Banco de horas",
};

/** The kinds of compensation, as options of a select element. */
export const compensationOptions = Object.entries(compensationNames).map(([value, label]) => ({
	value,
	label,
}));
