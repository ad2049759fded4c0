/**
 * Computes the pay of an extra (overtime entry) minute by minute. Tests compare the result with the application's,
 * so this file uses none of the application's code.
 */
import { days } from "./naive-shifts";

const DAY_MINUTES = 1440;

/** In `rules`, `agreements` and `values` the newest row is last, and each row applies from its first day on. */
export interface NaiveTables {
	rules: readonly {
		from: string;
		saturday100Minute: number;
		nightStartMinute: number;
		nightEndMinute: number;
	}[];
	agreements: readonly NaiveRates[];
	values: readonly { since: string; centavos: number; divisor: number | null }[];
	holidays: readonly { date: string; kind: string }[];
	/** Whether each date of `days`, in order, is a day off. */
	isDayOff: readonly boolean[];
	/** The worker's shifts, in minutes since the beginning of the first date of `days`. */
	shifts: readonly { from: number; to: number }[];
	/** Whether D is a shift of the worker's diagram; otherwise it is a crew, which may work at night. */
	hasDayShift: boolean;
}

export interface NaiveRates {
	since: string;
	weekday: number;
	saturday: number;
	sunday: number;
	holiday: number;
	ownShift: number;
	night: number;
	dayOff: "50" | "100" | "franco" | null;
	hasUnionDay: boolean;
}

export interface NaiveExtra {
	/** Date of the extra (overtime entry), as an index in the list of dates `days`. */
	day: number;
	startMinute: number | null;
	minutes: number;
	shift: string;
	compensation: "pago" | "franco" | "banco" | null;
	own?: { minutes50: number; minutes100: number };
}

/**
 * Pay of an extra. `lines`: paid minutes by kind of pay, percentage and hourly rate in centavos, such as
 * "extra 150 700000". `leftOut`: minutes without pay, by reason.
 */
export interface NaivePay {
	lines: Map<string, number>;
	leftOut: Map<string, number>;
	/** Union holidays, as indexes in `days`, for which the agreement pays a normal day in addition. */
	unionDays: number[];
}

const NO_AGREEMENT: NaiveRates = {
	since: "0000",
	weekday: 50,
	saturday: 100,
	sunday: 100,
	holiday: 100,
	ownShift: 100,
	night: 0,
	dayOff: null,
	hasUnionDay: false,
};

/** Returns a function that computes the pay of an extra (overtime entry) from `tables`. */
export function naivePay(tables: NaiveTables): (extra: NaiveExtra) => NaivePay {
	const kinds = days.map((date) => {
		const ofDay = tables.holidays.filter((holiday) => holiday.date === date).map(({ kind }) => kind);
		return ofDay.includes("feriado") ? "feriado" : ofDay.includes("gremial") ? "gremial" : "";
	});
	const rules = days.map((date) => tables.rules.filter(({ from }) => from <= date).pop() ?? tables.rules[0]);
	const agreements = days.map((date) => tables.agreements.filter(({ since }) => since <= date).pop());
	const hours = days.map((date) => {
		const value = tables.values.filter(({ since }) => since <= date).pop();
		// Rounds half a centavo up.
		return value && Math.round(value.divisor ? value.centavos / value.divisor : value.centavos);
	});
	const isAtWork = new Uint8Array(days.length * DAY_MINUTES);
	for (const { from, to } of tables.shifts) isAtWork.fill(1, from, to);

	/**
	 * Returns how a minute is paid: the kind ("extra", or "own-shift" for the worker's own shift on a holiday), the
	 * percentage, and whether a day off replaces money. The result is one number for speed: tests compute millions of
	 * minutes.
	 */
	const payAt = (minute: number, isDayOff: boolean): number => {
		const day = Math.floor(minute / DAY_MINUTES);
		const rates = agreements[day] ?? NO_AGREEMENT;
		const isHoliday = kinds[day] === "feriado";
		if (isHoliday && isAtWork[minute] === 1) return numberOf("own-shift", 100 + rates.ownShift, false);
		let premium = rates.weekday;
		if (day % 7 === 6) premium = rates.sunday;
		if (day % 7 === 5 && minute % DAY_MINUTES >= (rules[day]?.saturday100Minute ?? 0))
			premium = rates.saturday;
		if (isHoliday && rates.holiday > premium) premium = rates.holiday;
		if (isDayOff && rates.dayOff === "50" && premium < 50) premium = 50;
		if (isDayOff && rates.dayOff === "100" && premium < 100) premium = 100;
		return numberOf("extra", 100 + premium, isDayOff && rates.dayOff === "franco");
	};
	const nightAt = (minute: number): number => {
		const day = Math.floor(minute / DAY_MINUTES);
		const { nightStartMinute = 0, nightEndMinute = 0 } = rules[day] ?? {};
		const time = minute % DAY_MINUTES;
		const isNight = time < nightEndMinute || time >= nightStartMinute;
		return isNight ? (agreements[day] ?? NO_AGREEMENT).night : 0;
	};

	return ({ day, startMinute, minutes, shift, compensation, own }) => {
		const lines = new Map<string, number>();
		const leftOut = new Map<string, number>();
		const add = (map: Map<string, number>, key: string, more = 1) => map.set(key, (map.get(key) ?? 0) + more);
		const pay: NaivePay = { lines, leftOut, unionDays: [] };
		if (compensation === "franco" || compensation === "banco") {
			leftOut.set(compensation, minutes);
			return pay;
		}
		if (own) {
			const left = minutes - own.minutes50 - own.minutes100;
			for (const [percent, count] of [
				[150, own.minutes50],
				[200, own.minutes100],
			] as const) {
				if (count === 0) continue;
				if (hours[day] === undefined) add(leftOut, "no-value", count);
				else add(lines, `extra ${percent} ${hours[day]}`, count);
			}
			if (left > 0) leftOut.set("unclassified", left);
		}
		const first = day * DAY_MINUTES + (startMinute ?? 0);
		// Work that begins during or right after the shift of the previous day is not work on a day off.
		const dayOffFrom = (from: number) =>
			tables.isDayOff[Math.floor(from / DAY_MINUTES)] === true &&
			!(startMinute !== null && isAtWork[from - 1] === 1);
		const midnight = (day + 1) * DAY_MINUTES;
		const [isFirstOff, isNextOff] = [dayOffFrom(first), dayOffFrom(midnight)];
		const isOff = (minute: number) => (minute < midnight ? isFirstOff : isNextOff);
		if (startMinute === null && !own) {
			// Without a start time, considers every minute that the extra may contain. Assumes that the extra ends by
			// midnight if it does so when it starts at its shift's usual time. Otherwise its latest start is 23:59.
			const usual = { M: 360, D: tables.hasDayShift ? 360 : undefined, T: 840 }[shift] ?? 9999;
			const end = usual + minutes <= DAY_MINUTES ? DAY_MINUTES : DAY_MINUTES - 1 + minutes;
			const found = new Set<string>();
			const foundKinds = new Set<string>();
			let last = -1;
			for (let minute = first; minute < first + end; minute++) {
				const at = payAt(minute, isOff(minute));
				if (at !== last || minute % DAY_MINUTES === 0) {
					const { kind, percent, isGiven } = read(at);
					foundKinds.add(kind);
					found.add(
						`${percent} ${isGiven && compensation !== "pago"} ${hours[Math.floor(minute / DAY_MINUTES)]}`,
					);
				}
				last = at;
			}
			const [percent, given, hour] = [...found].map((text) => text.split(" "))[0] ?? [];
			const kind = foundKinds.has("extra") ? "extra" : "own-shift";
			if (found.size > 1) leftOut.set("no-start", minutes);
			else if (given === "true") leftOut.set("agreed-day-off", minutes);
			else if (hour === "undefined") leftOut.set("no-value", minutes);
			else lines.set(`${kind} ${percent} ${hour}`, minutes);
		}
		/**
		 * Numbers of minutes. A key of `counts` is a result of `payAt`, and a key of `nights` is a night surcharge. Both
		 * keys are doubled, and 1 is added for minutes on the next day, to count the minutes of each day separately.
		 */
		const [counts, nights] = [new Map<number, number>(), new Map<number, number>()];
		for (let minute = first; startMinute !== null && minute < first + minutes; minute++) {
			const isNextDay = minute >= (day + 1) * DAY_MINUTES ? 1 : 0;
			const at = payAt(minute, isOff(minute)) * 2 + isNextDay;
			counts.set(at, (counts.get(at) ?? 0) + 1);
			const night = nightAt(minute);
			if (night === 0 || (read(at >> 1).isGiven && compensation !== "pago" && !own)) continue;
			nights.set(night * 2 + isNextDay, (nights.get(night * 2 + isNextDay) ?? 0) + 1);
		}
		for (const [at, count] of own ? [] : counts) {
			const { kind, percent, isGiven } = read(at >> 1);
			const hour = hours[day + (at % 2)];
			if (isGiven && compensation !== "pago") add(leftOut, "agreed-day-off", count);
			else if (hour === undefined) add(leftOut, "no-value", count);
			else add(lines, `${kind} ${percent} ${hour}`, count);
		}
		for (const [at, count] of nights) {
			const hour = hours[day + (at % 2)];
			if (hour !== undefined) add(lines, `night ${at >> 1} ${hour}`, count);
		}
		const lastDay = startMinute === null ? day : Math.floor((first + minutes - 1) / DAY_MINUTES);
		for (let touched = day; touched <= lastDay; touched++)
			if (lines.size > 0 && kinds[touched] === "gremial" && agreements[touched]?.hasUnionDay)
				pay.unionDays.push(touched);
		return pay;
	};
}

function numberOf(kind: "extra" | "own-shift", percent: number, isGiven: boolean): number {
	return percent * 4 + (kind === "extra" ? 0 : 2) + (isGiven ? 1 : 0);
}

function read(number: number) {
	return { kind: number & 2 ? "own-shift" : "extra", percent: number >> 2, isGiven: (number & 1) === 1 };
}

/** Pay in centavos, rounded half up, for minutes with one key (`kind percent centavosPerHour`). */
export function naiveCentavos(key: string, minutes: number): number {
	const [, percent = "0", hour = "0"] = key.split(" ");
	const hundredths = (BigInt(hour) * BigInt(percent) * BigInt(minutes) * 10n) / 6000n;
	return Number((hundredths + 5n) / 10n);
}
