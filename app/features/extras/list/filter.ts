/** Filter of the list of overtime entries, as in the query string `?start=2026-10-26&end=2026-11-25&shift=N`. */
import { parseShift } from "~/features/extras/shift-letter";
import type { DateRange } from "~/features/law/pay-period";
import { notADate } from "~/lib/explained";
import { parseCivilDate } from "~/lib/time/civil-date";

export interface ExtrasFilter extends Partial<DateRange> {
	/** Shift letter in upper case. */
	shift?: string;
	/** Limits the list to entries marked for review, whose pay depends on an unknown start time. */
	review?: typeof REVIEW;
}

/** The only value of the parameter `review`. */
export const REVIEW = "1";

const names = ["start", "end", "shift", "review"] as const;
type FilterName = (typeof names)[number];

export interface ReadFilter {
	/** The valid fields of the filter. */
	filter: ExtrasFilter;
	/** Values as the user typed them, to fill in the form again. */
	typed: Partial<Record<FilterName, string>>;
	errors: Partial<Record<FilterName, string>>;
}

const MAX_SHOWN_CHARACTERS = 40;

/** Parses the filter in a query string. An invalid field gets an error message; the valid fields still apply. */
export function readFilter(query: URLSearchParams): ReadFilter {
	const typed: ReadFilter["typed"] = {};
	for (const name of names) {
		const text = query.get(name)?.trim().slice(0, MAX_SHOWN_CHARACTERS);
		if (text) typed[name] = text;
	}
	const filter: ExtrasFilter = {};
	const errors: ReadFilter["errors"] = {};
	for (const name of ["start", "end"] as const) {
		const text = typed[name];
		if (text === undefined) continue;
		const date = parseCivilDate(text);
		if (date) filter[name] = date;
		else errors[name] = notADate;
	}
	if (filter.start && filter.end && filter.end < filter.start) {
		delete filter.end;
		errors.end = "Es anterior a «Desde»: no la tuvimos en cuenta.";
	}
	if (typed.shift !== undefined) {
		const shift = parseShift(typed.shift);
		if (shift) filter.shift = shift;
		else errors.shift = "El turno es una sola letra.";
	}
	if (typed.review === REVIEW) filter.review = REVIEW;
	return { filter, typed, errors };
}

/** URL of the filtered list, with only the fields that are set. */
export function filterAddress(filter: ExtrasFilter, more: Record<string, string> = {}): string {
	const query = new URLSearchParams();
	for (const name of names) {
		const value = filter[name];
		if (value) query.set(name, value);
	}
	for (const [name, value] of Object.entries(more)) query.set(name, value);
	const text = query.toString();
	return text ? `/auth/work-overtime?${text}` : "/auth/work-overtime";
}

/** URL of the form for a new entry, from which one comes back to `list`. */
export function addAddress(list: string): string {
	const add = "/auth/work-overtime/add-work-overtime";
	return list === filterAddress({}) ? add : `${add}?redirectTo=${encodeURIComponent(list)}`;
}
