import { expect, test } from "vitest";
import { formQuery, readFormQuery } from "~/features/extras/form/form-query";

test("the comment is left out only where the query string would be too long to lead back", () => {
	const lengthOf = (comment: string) => formQuery("?idFile=x", { date: "2026-11-15", comment }).length - 1;
	const free = 1900 - lengthOf("");
	const longest = "a".repeat(free);
	expect(lengthOf(longest)).toBe(1900);
	expect(formQuery("?idFile=x", { date: "2026-11-15", comment: longest })).toContain(longest);
	expect(formQuery("?idFile=x", { date: "2026-11-15", comment: `${longest}a` })).toBe(
		"?idFile=x&date=2026-11-15",
	);
});

test("typed values count only for the version for which they were typed, and a date only if it is one", () => {
	const read = (text: string, version?: string) => readFormQuery(new URLSearchParams(text), version);
	expect(read("date=2026-11-15&shift=N")).toEqual({ date: "2026-11-15", shift: "N" });
	expect(read("date=2026-02-30&shift=N&comment=")).toEqual({ shift: "N", comment: "" });
	expect(read("shift=N&version=1", "1")).toEqual({ shift: "N" });
	expect(read("shift=N&version=1", "2")).toEqual({});
	expect(read("shift=N&version=1")).toEqual({});
	expect(read("shift=N", "1")).toEqual({});
});
