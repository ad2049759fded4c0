import { LAST_CLOSING_DAY } from "~/features/law/pay-period";

/** Options for the pay period. The server makes these options, so that the browser downloads less script. */
export const payPeriodOptions = [
	{ value: "month", label: "Mes calendario" },
	{ value: "fortnight", label: "Quincenas" },
	...Array.from({ length: LAST_CLOSING_DAY }, (_, index) => ({
		value: `closing-${index + 1}`,
		label: `Cierra el día ${index + 1}`,
	})),
];
