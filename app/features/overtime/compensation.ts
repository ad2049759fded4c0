/** How an extra is compensated (Ley 27.802): in money, as a day off, or in the bank of hours. */
import type { ExtrasTable } from "db/schema";

export type Compensation = NonNullable<ExtrasTable["compensation"]>;

export const compensationNames: Readonly<Record<Compensation, string>> = {
	pago: "Pago",
	franco: "Franco",
	banco: "Banco de horas",
};
