import ICAL from "ical.js";
import { expect, test } from "vitest";
import { timeZoneComponent } from "~/features/calendars/time-zone";
import { addDays } from "~/lib/time/civil-date";

/** Returns a function that gives the local time in a zone, according to `Intl`. */
function systemClock(timeZone: string): (seconds: number) => string {
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
	return (seconds) => format.format(seconds * 1000).replace(" ", "T");
}

test.each([
	["America/Argentina/Buenos_Aires", 1],
	["UTC", 1],
	["Asia/Kolkata", 1],
	["America/New_York", 5],
	["Australia/Lord_Howe", 5],
	["Europe/Lisbon", 5],
	// Mexico has had no summer time since October 2022.
	["America/Mexico_City", 3],
	// In Morocco the clock changes for Ramadan.
	["Africa/Casablanca", 5],
])("the rules of %s give the right local time five times a day for two years", (zone, changes) => {
	const [first, last] = ["2022-01-01", "2023-12-31"];
	const component = timeZoneComponent(zone, first, last);
	expect(component[2]).toHaveLength(changes);
	const timeZone = new ICAL.Timezone(new ICAL.Component(component));
	const clockOf = systemClock(zone);
	const wrong: string[] = [];
	for (let date = first; date <= last; date = addDays(date, 1)) {
		for (const clock of ["00:30:00", "03:30:00", "06:00:00", "14:00:00", "22:00:00"]) {
			const time = ICAL.Time.fromDateTimeString(`${date}T${clock}`);
			time.zone = timeZone;
			if (clockOf(time.toUnixTime()) !== `${date}T${clock}`) wrong.push(`${date}T${clock}`);
		}
	}
	expect(wrong).toEqual([]);
});

test.each([
	["America/Argentina/Buenos_Aires", "2022-01-01", "2023-12-31", ["standard"]],
	["America/New_York", "2022-07-01", "2022-12-31", ["daylight", "standard"]],
	["Australia/Lord_Howe", "2022-01-01", "2022-12-31", ["daylight", "standard", "daylight"]],
])("the times of %s from %s to %s say which is summer time", (zone, first, last, kinds) => {
	expect(timeZoneComponent(zone, first, last)[2].map(([name]) => name)).toEqual(kinds);
});

// RFC 5545, 3.3.14: "-0000" is not allowed.
test("the difference of UTC from itself has a plus sign", () => {
	const [observance] = timeZoneComponent("UTC", "2022-01-01", "2022-01-02")[2];
	expect(observance?.[1].slice(1).map(([, , , value]) => value)).toEqual(["+00:00", "+00:00"]);
});
