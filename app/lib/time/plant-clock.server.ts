/** Converts instants (UTC milliseconds) to days and minutes in the plant's time zone (TZ_APP). */
import { env } from "~/lib/env.server";
import { HOUR_MINUTES } from "~/lib/units/durations";
import { type CivilDate, todayIn } from "./civil-date";

/** The one "today" of the program: the day in the plant's time zone. */
export function plantToday(): CivilDate {
	return plantDay(Date.now());
}

/** Day of an instant in the plant's time zone. */
export function plantDay(ms: number): CivilDate {
	return todayIn(env.TZ_APP, new Date(ms));
}

const clock = new Intl.DateTimeFormat("en-GB", {
	timeZone: env.TZ_APP,
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23",
});

/** Minute of an instant on the plant's clock, from 0 to 1439. */
export function plantMinute(ms: number): number {
	const [hour = 0, minute = 0] = clock.format(ms).split(":").map(Number);
	return hour * HOUR_MINUTES + minute;
}
