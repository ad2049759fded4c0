/** Component VTIMEZONE of a calendar file (RFC 5545, 3.6.5). */
import { type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MS, MINUTE_MS } from "~/lib/units/durations";

/** jCal (RFC 7265): iCalendar as nested lists, the format of ical.js. */
export type JcalProperty = [
	name: string,
	parameters: Record<string, string>,
	type: "date" | "date-time" | "duration" | "integer" | "text" | "unknown" | "utc-offset",
	value: string | number,
];

export type JcalComponent = [name: string, properties: JcalProperty[], components: JcalComponent[]];

/**
 * Returns the VTIMEZONE component for the days from `first` to `last`. Lists each clock change instead of yearly
 * rules, because governments change the rules.
 */
export function timeZoneComponent(timeZone: string, first: CivilDate, last: CivilDate): JcalComponent {
	const observances = observancesOf(
		timeZone,
		(dayNumber(first) - 1) * DAY_MS,
		(dayNumber(last) + 2) * DAY_MS,
	);
	const standard = Math.min(...observances.map(({ after }) => after));
	const components = observances.map(({ start, before, after }): JcalComponent => {
		const onClock = new Date(start + before * MINUTE_MS).toISOString().slice(0, 19);
		return [
			after === standard ? "standard" : "daylight",
			[
				["dtstart", {}, "date-time", onClock],
				["tzoffsetfrom", {}, "utc-offset", formatOffset(before)],
				["tzoffsetto", {}, "utc-offset", formatOffset(after)],
			],
			[],
		];
	});
	return ["vtimezone", [["tzid", {}, "text", timeZone]], components];
}

/**
 * Lists the periods between `from` and `to` (UTC milliseconds) in which the time zone's difference from UTC is
 * constant. `before` and `after` are the differences before and since `start`, in minutes, positive east of Greenwich.
 */
function observancesOf(timeZone: string, from: number, to: number) {
	const offsetAt = offsetsOf(timeZone);
	const observances = [{ start: from, before: offsetAt(from), after: offsetAt(from) }];
	for (let day = from; day < to; day += DAY_MS) {
		const [before, after] = [offsetAt(day), offsetAt(day + DAY_MS)];
		if (before === after) continue;
		let [same, changed] = [day, day + DAY_MS];
		while (changed - same > MINUTE_MS) {
			const middle = same + Math.floor((changed - same) / (2 * MINUTE_MS)) * MINUTE_MS;
			if (offsetAt(middle) === before) same = middle;
			else changed = middle;
		}
		observances.push({ start: changed, before, after });
	}
	return observances;
}

/** Returns a function that computes the time zone's difference from UTC at an instant, in minutes. */
function offsetsOf(timeZone: string): (ms: number) => number {
	const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
	return (ms) => {
		const match = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(ms));
		const minutes = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
		return match?.[1] === "-" ? -minutes : minutes;
	};
}

/** Formats a difference from UTC as "-03:00". */
function formatOffset(minutes: number): string {
	return (minutes < 0 ? "-" : "+") + formatClock(Math.abs(minutes));
}
