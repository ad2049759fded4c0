import { LAST_CLOSING_DAY } from "~/features/profile/pay-period";

/** The pay periods among which the user chooses in the profile. The server writes them, so that the script is shorter. */
export const payPeriodOptions = [
	{ value: "month", label: "Mes calendario" },
	{ value: "fortnight", label: "Quincenas" },
	...Array.from({ length: LAST_CLOSING_DAY }, (_, index) => ({
		value: `closing-${index + 1}`,
		label: `Cierra el día ${index + 1}`,
	})),
];
