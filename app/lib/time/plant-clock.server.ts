/** Converts instants (UTC milliseconds) to days and minutes in the plant's time zone (TZ_APP). */
import { env } from "~/lib/env.server";
import { remembering } from "~/lib/remembering";
import { HOUR_MINUTES, MINUTE_MS } from "~/lib/units/durations";
import { type CivilDate, todayIn } from "./civil-date";

const QUARTER_MS = 15 * MINUTE_MS;

/** The one "today" of the program: the day in the plant's time zone. */
export function plantToday(): CivilDate {
	return plantDay(Date.now());
}

/** Now, as an instant (`now`) and on the plant's clock. */
export function plantClock() {
	const now = Date.now();
	return { now, today: plantDay(now), minute: plantMinute(now) };
}

/** Day of an instant in the plant's time zone. */
export function plantDay(ms: number): CivilDate {
	return quarterOn(ms).day;
}

/** Minute of an instant on the plant's clock, from 0 to 1439. */
export function plantMinute(ms: number): number {
	return quarterOn(ms).minute + Math.floor((ms % QUARTER_MS) / MINUTE_MS);
}

const clock = new Intl.DateTimeFormat("en-GB", {
	timeZone: env.TZ_APP,
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23",
});

/** Where the plant's clock stands when a quarter of an hour begins. No time zone changes its offset within one. */
const quarterAt = remembering((quarter: number) => {
	const start = new Date(quarter * QUARTER_MS);
	const [hour = 0, minute = 0] = clock.format(start).split(":").map(Number);
	return { day: todayIn(env.TZ_APP, start), minute: hour * HOUR_MINUTES + minute };
});

function quarterOn(ms: number) {
	return quarterAt(Math.floor(ms / QUARTER_MS));
}
