/** The day in a time zone, as the platform says it and not the program. The Canadian locale writes YYYY-MM-DD. */
export const todayIn = (timeZone: string, now = new Date()) =>
	new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
		now,
	);
