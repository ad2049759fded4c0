/** Compensation of overtime (Ley 27.802): money, a day off, or banked hours. */
import type { ExtrasTable } from "db/schema";

export type Compensation = NonNullable<ExtrasTable["compensation"]>;

export const compensationNames: Readonly<Record<Compensation, string>> = {
	pago: "Pago",
	franco: "Franco",
	banco: "Banco de horas",
};

export const compensationOptions = Object.entries(compensationNames).map(([value, label]) => ({
	value,
	label,
}));
