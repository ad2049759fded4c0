/** Converts instants (UTC milliseconds) to days, hours and minutes in the plant's time zone (TZ_APP). */
import { env } from "~/lib/env.server";
import { remembering } from "~/lib/remembering";
import { MINUTE_MS } from "~/lib/units/durations";
import { type CivilDate, todayIn } from "./civil-date";

/** The one "today" of the program: the day in the plant's time zone. */
export function plantToday(): CivilDate {
	return plantDay(Date.now());
}

/** Day of an instant in the plant's time zone. */
export function plantDay(ms: number): CivilDate {
	return todayIn(env.TZ_APP, new Date(ms));
}

/** Hour of an instant on the plant's clock, from 0 to 23. */
export function plantHour(ms: number): number {
	const clock = new Intl.DateTimeFormat("en-GB", { timeZone: env.TZ_APP, hour: "2-digit", hourCycle: "h23" });
	return Number(clock.format(ms));
}

const minuteFormat = new Intl.DateTimeFormat("en-GB", {
	timeZone: env.TZ_APP,
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23",
});

/** Clocks of all time zones are set forward and back only at a whole quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Minute of an instant on the plant's clock, from 0 to 1439. */
export function plantMinute(ms: number): number {
	const quarter = Math.floor(ms / QUARTER_MS);
	return firstMinuteOf(quarter) + Math.floor((ms - quarter * QUARTER_MS) / MINUTE_MS);
}

/** First minute, on the plant's clock, of a quarter of an hour counted from 1 January 1970, 0:00 UTC. */
const firstMinuteOf = remembering((quarter: number): number => {
	const [hour, minute] = minuteFormat
		.format(quarter * QUARTER_MS)
		.split(":")
		.map(Number);
	return (hour ?? 0) * 60 + (minute ?? 0);
});
