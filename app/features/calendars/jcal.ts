/** jCal (RFC 7265): iCalendar as nested lists, the format of ical.js. */
import type { CivilDate } from "~/lib/time/civil-date";

export type JcalProperty = [
	name: string,
	parameters: Record<string, string>,
	type: "date" | "date-time" | "duration" | "integer" | "text" | "unknown" | "utc-offset",
	value: string | number,
];

export type JcalComponent = [name: string, properties: JcalProperty[], components: JcalComponent[]];

export function textProperty(name: string, value: string): JcalProperty {
	return [name, {}, "text", value];
}

export function instantProperty(name: string, ms: number): JcalProperty {
	return [name, {}, "date-time", `${new Date(ms).toISOString().slice(0, 19)}Z`];
}

/** A property with a local time of `timeZone`; `clock` is a time of day such as "06:00". */
export function localProperty(name: string, timeZone: string, date: CivilDate, clock: string): JcalProperty {
	return [name, { tzid: timeZone }, "date-time", `${date}T${clock}:00`];
}
