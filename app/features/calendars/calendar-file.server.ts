import { env } from "~/lib/env.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import type { Alarms } from "./feed-schemas";
import { type JcalComponent, type JcalProperty, timeZoneComponent } from "./time-zone";

/** Minutes from the evening alarm at 20:00 to midnight. */
const MINUTES_FROM_EVENING = 4 * 60;
const START_ALARM_MINUTES = 2 * 60;

/** SEQUENCE, the version number of an event, counts the seconds from this time. Its 31 bits are enough until 2094. */
const FIRST_VERSION_MS = Date.UTC(2026, 0, 1);

export interface CalendarEvent {
	/** Globally unique key of the event, which never changes. */
	uid: string;
	title: string;
	/** Description of the event, one text per line. */
	notes?: readonly string[];
	/** The day on which the event starts. */
	date: CivilDate;
	/**
	 * Minutes since midnight of `date`; an end of 1440 or more is on a later day. An event without `time` lasts the whole
	 * day and does not mark the person as busy.
	 */
	time?: { startMinute: number; endMinute: number };
	changedAt: number;
}

interface Calendar {
	name: string;
	description: string;
	first: CivilDate;
	last: CivilDate;
	events: readonly CalendarEvent[];
	/** Alarms before each event that has a time. */
	alarms?: Alarms;
}

/** Writes a calendar file. Equal calendars always give the same text. */
export async function writeCalendar(calendar: Calendar): Promise<string> {
	const { name, description, first, last, events, alarms = "none" } = calendar;
	const properties: JcalProperty[] = [
		["version", {}, "text", "2.0"],
		["prodid", {}, "text", "-//Relevo//Relevo//ES"],
		["x-wr-calname", {}, "text", name],
		["x-wr-caldesc", {}, "text", description],
		// Apps should read the calendar again every 6 hours. The second property is for apps that do not know RFC
		// 7986.
		["refresh-interval", {}, "duration", "PT6H"],
		["x-published-ttl", {}, "unknown", "PT6H"],
	];
	const components = events.map((event) => eventComponent(event, alarms));
	const ICAL = await loadIcal();
	return ICAL.stringify([
		"vcalendar",
		properties,
		[timeZoneComponent(env.TZ_APP, first, last), ...components],
	]);
}

/** Loads ical.js when the first calendar is written, because the server must start quickly. */
async function loadIcal() {
	const { default: ICAL } = await import("ical.js");
	// RFC 5545 (3.1) allows 75 octets per line; ical.js does not count the space that begins a folded line.
	ICAL.foldLength = 74;
	// Declares these properties as text, because ical.js escapes texts only in properties that it knows.
	for (const name of ["x-wr-calname", "x-wr-caldesc"])
		ICAL.design.icalendar.property[name] = { defaultType: "text" };
	return ICAL;
}

function eventComponent(event: CalendarEvent, alarms: Alarms): JcalComponent {
	const { uid, title, notes = [], changedAt, time } = event;
	const changed = `${new Date(changedAt).toISOString().slice(0, 19)}Z`;
	const properties: JcalProperty[] = [
		["uid", {}, "text", uid],
		["dtstamp", {}, "date-time", changed],
		["last-modified", {}, "date-time", changed],
		["sequence", {}, "integer", Math.max(0, Math.floor((changedAt - FIRST_VERSION_MS) / 1000))],
		...timesOf(event),
		["summary", {}, "text", plain(title)],
	];
	if (notes.length > 0) properties.push(["description", {}, "text", notes.map(plain).join("\n")]);
	properties.push(["transp", {}, "text", time ? "OPAQUE" : "TRANSPARENT"]);
	return ["vevent", properties, time ? alarmComponents(title, time.startMinute, alarms) : []];
}

function timesOf({ date, time }: CalendarEvent): JcalProperty[] {
	if (!time)
		return [
			["dtstart", {}, "date", date],
			["dtend", {}, "date", addDays(date, 1)],
		];
	const at = (minute: number) =>
		`${addDays(date, Math.floor(minute / DAY_MINUTES))}T${formatClock(minute)}:00`;
	return [
		["dtstart", { tzid: env.TZ_APP }, "date-time", at(time.startMinute)],
		["dtend", { tzid: env.TZ_APP }, "date-time", at(time.endMinute)],
	];
}

function alarmComponents(title: string, startMinute: number, alarms: Alarms): JcalComponent[] {
	const minutesBefore: number[] = [];
	if (alarms === "evening" || alarms === "both") minutesBefore.push(startMinute + MINUTES_FROM_EVENING);
	if (alarms === "start" || alarms === "both") minutesBefore.push(START_ALARM_MINUTES);
	return minutesBefore.map((minutes) => [
		"valarm",
		[
			["action", {}, "text", "DISPLAY"],
			["trigger", {}, "duration", `-PT${minutes}M`],
			["description", {}, "text", plain(title)],
		],
		[],
	]);
}

/** Replaces control characters, which a calendar file must not contain. */
function plain(text: string): string {
	return text.replaceAll(/\p{Cc}/gu, " ");
}
