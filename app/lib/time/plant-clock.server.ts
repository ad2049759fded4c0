/** Converts instants (UTC milliseconds) to days and minutes in the plant's time zone (TZ_APP). */
import { env } from "~/lib/env.server";
import { remembering } from "~/lib/remembering";
import { MINUTE_MS } from "~/lib/units/durations";
import type { CivilDate, PlantClock } from "./civil-date";
import { clockToMinute } from "./minutes";

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
	return quarterOn(ms).today;
}

/** Minute of an instant on the plant's clock, from 0 to 1439. */
export function plantMinute(ms: number): number {
	return quarterOn(ms).minute + Math.floor((ms % QUARTER_MS) / MINUTE_MS);
}

/** The clock of a time zone, whatever that of the machine. Swedes write "2026-11-22 23:59". */
export function clockIn(timeZone: string): (ms: number) => PlantClock {
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
	return (ms) => {
		const [today = "", time = ""] = format.format(ms).split(" ");
		return { today, minute: clockToMinute(time) ?? 0 };
	};
}

const clock = clockIn(env.TZ_APP);

/** Where the plant's clock stands when a quarter of an hour begins. No time zone changes its offset within one. */
const quarterAt = remembering((quarter: number) => clock(quarter * QUARTER_MS));

function quarterOn(ms: number) {
	return quarterAt(Math.floor(ms / QUARTER_MS));
}
