/**
 * Checks iCalendar files against RFC 5545, without the application's code or a library: libraries accept faults that
 * phones reject.
 */

interface Line {
	name: string;
	parameters: string[];
	value: string;
}

interface Component {
	name: string;
	lines: Line[];
	parts: Component[];
}

const MAX_OCTETS = 75;
const LOCAL_TIME = /^\d{8}T\d{6}$/;
const INSTANT = /^\d{8}T\d{6}Z$/;
const DATE = /^\d{8}$/;

/** Properties that a component must have, by the name of the component. */
const required: Readonly<Record<string, readonly string[]>> = {
	VCALENDAR: ["PRODID", "VERSION"],
	VTIMEZONE: ["TZID"],
	STANDARD: ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"],
	DAYLIGHT: ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"],
	VEVENT: ["UID", "DTSTAMP", "DTSTART"],
	VALARM: ["ACTION", "TRIGGER", "DESCRIPTION"],
};

/**
 * Lists in words where a calendar file violates RFC 5545 or lacks what only Relevo requires, such as LAST-MODIFIED in
 * each event; empty for a valid file.
 */
export function ruleFaults(file: Buffer): string[] {
	const faults = lineFaults(file);
	const calendar = parse(file.toString(), faults);
	if (!calendar) return [...faults, "is not one VCALENDAR"];
	if (textOf(calendar, "VERSION") !== "2.0") faults.push("VERSION is not 2.0");
	const all = [calendar, ...descendants(calendar)];
	faults.push(...all.flatMap(propertyFaults));
	const zones = all.filter(({ name }) => name === "VTIMEZONE");
	for (const zone of zones)
		if (zone.parts.length === 0) faults.push("VTIMEZONE without STANDARD or DAYLIGHT");
	const known = new Set(zones.map((zone) => textOf(zone, "TZID")));
	const events = all.filter(({ name }) => name === "VEVENT");
	faults.push(...events.flatMap((event) => eventFaults(event, known)));
	const uids = events.map((event) => textOf(event, "UID"));
	if (new Set(uids).size !== uids.length) faults.push("a UID twice");
	return faults;
}

/** Unfolded lines of each event, by UID. */
export function eventTexts(file: Buffer): Map<string, string> {
	const unfolded = file.toString().replaceAll("\r\n ", "");
	return new Map(
		Array.from(unfolded.matchAll(/BEGIN:VEVENT\r\n([\s\S]*?)END:VEVENT\r\n/g), ([, text = ""]) => [
			/^UID:(.*)$/m.exec(text)?.[1]?.trim() ?? "",
			text,
		]),
	);
}

/**
 * Lists wrong line ends, too long lines and forbidden characters. Each line must be valid UTF-8 even before folded lines
 * are joined.
 */
function lineFaults(file: Buffer): string[] {
	const faults: string[] = [];
	const text = file.toString("latin1");
	if (!text.endsWith("\r\n")) faults.push("the last line has no end");
	if (/[^\r]\n|\r[^\n]/.test(text)) faults.push("a line end other than CRLF");
	for (const line of text.split("\r\n")) {
		const octets = Buffer.from(line, "latin1");
		if (octets.length > MAX_OCTETS) faults.push(`a line of ${octets.length} octets`);
		if (Buffer.compare(Buffer.from(octets.toString()), octets) !== 0)
			faults.push("a fold within a character");
		if (Array.from(octets).some((octet) => (octet < 32 && octet !== 9) || octet === 127))
			faults.push("a control character");
	}
	return faults;
}

function parse(text: string, faults: string[]): Component | undefined {
	const root: Component = { name: "", lines: [], parts: [] };
	const open = [root];
	for (const content of text.replaceAll("\r\n ", "").split("\r\n").slice(0, -1)) {
		const match = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/.exec(content);
		const current = open.at(-1);
		if (!match || !current) {
			faults.push(`not a property: ${content}`);
			continue;
		}
		const [, name = "", parameters = "", value = ""] = match;
		if (name === "BEGIN") {
			const part = { name: value, lines: [], parts: [] };
			current.parts.push(part);
			open.push(part);
		} else if (name === "END") {
			if (open.pop()?.name !== value) faults.push(`END:${value} ends nothing`);
		} else current.lines.push({ name, parameters: parameters.split(";").slice(1), value });
	}
	const [calendar, ...others] = root.parts;
	return open.length === 1 && others.length === 0 && calendar?.name === "VCALENDAR" ? calendar : undefined;
}

function propertyFaults({ name, lines }: Component): string[] {
	const names = lines.map((line) => line.name);
	const twice = names.filter((each, index) => names.indexOf(each) !== index);
	const missing = (required[name] ?? [`a known component, not ${name}`]).filter(
		(each) => !names.includes(each),
	);
	// A comma, semicolon or backslash in a text must be escaped.
	const texts = lines.filter((line) => /^(SUMMARY|DESCRIPTION|X-WR-CAL(NAME|DESC)|UID)$/.test(line.name));
	const raw = texts.filter(({ value }) => !/^(?:[^\\,;]|\\[\\,;nN])*$/.test(value));
	return [
		...twice.map((each) => `${name} has ${each} twice`),
		...missing.map((each) => `${name} without ${each}`),
		...raw.map((line) => `not escaped: ${line.value}`),
	];
}

function eventFaults(event: Component, zones: ReadonlySet<string>): string[] {
	const faults: string[] = [];
	for (const name of ["DTSTAMP", "LAST-MODIFIED"])
		if (!INSTANT.test(textOf(event, name))) faults.push(`${name} is not in UTC`);
	const sequence = textOf(event, "SEQUENCE");
	if (!/^\d+$/.test(sequence) || Number(sequence) >= 2 ** 31) faults.push(`SEQUENCE:${sequence}`);
	const [start, end] = ["DTSTART", "DTEND"].map((name) => event.lines.find((line) => line.name === name));
	const isAllDay = start?.parameters.join() === "VALUE=DATE";
	for (const line of [start, end]) {
		if (!line) continue;
		if (line.parameters.join() !== start?.parameters.join())
			faults.push("DTEND is not of the kind of DTSTART");
		if (!(isAllDay ? DATE : LOCAL_TIME).test(line.value)) faults.push(`not a time: ${line.value}`);
		const zone = line.parameters.find((parameter) => parameter.startsWith("TZID="))?.slice(5);
		if (!isAllDay && !zones.has(zone ?? "")) faults.push(`an unknown time zone: ${zone}`);
	}
	if (start && end && end.value <= start.value) faults.push("an event that ends before it starts");
	for (const alarm of event.parts)
		if (!/^-P(\d+D)?T?(\d+H)?(\d+M)?$/.test(textOf(alarm, "TRIGGER"))) faults.push("an alarm without a time");
	return faults;
}

function descendants({ parts }: Component): Component[] {
	return parts.flatMap((part) => [part, ...descendants(part)]);
}

function textOf({ lines }: Component, name: string): string {
	return lines.find((line) => line.name === name)?.value ?? "";
}
