import { expect, test } from "vitest";
import { mixRequests } from "../../laboratory/bench/visitors";
import { readLoopDelay } from "../../laboratory/figures/loop-delay";
import { percentile } from "../../laboratory/figures/statistics";
import { formatTable, isWithin, type Row } from "../../laboratory/figures/table";
import { needsOf } from "../../laboratory/visitors/page-weight";

const row: Row = { id: "weight", what: "HTML", figure: "14.001 en /home", value: 14_001, unit: "B" };

test.each([
	[14_000, { atMost: 14_000 }, "dentro"],
	[14_001, { atMost: 14_000 }, "FUERA"],
	[3, { atLeast: 3 }, "dentro"],
	[2.99, { atLeast: 3 }, "FUERA"],
	// A figure that was not measured is out of bounds.
	[Number.NaN, { atMost: 1 }, "FUERA"],
	[Number.NaN, { atLeast: 1 }, "FUERA"],
	[1, undefined, "informa"],
])("%s with the bound %j is %s", (value, bound, verdict) => {
	expect(formatTable([{ ...row, value, bound }]).split("\n")[2]).toMatch(new RegExp(`\\| ${verdict} +\\|$`));
	expect(isWithin({ ...row, value, bound })).toBe(bound && verdict === "dentro");
});

test("a measure that failed shows the reason", () => {
	const table = formatTable([{ id: "memory", what: "Memoria", reason: "el servidor terminó con 1" }]);
	expect(table).toContain("no se pudo medir: el servidor terminó con 1");
	expect(table).toContain("SIN MEDIR");
});

test("all lines of the table are equally long", () => {
	const lines = formatTable([row, { ...row, what: "Otra más larga que las demás" }]).split("\n");
	expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
});

test("a percentile is always one of the measured values", () => {
	const figures = Array.from({ length: 100 }, (_, index) => 100 - index);
	expect([50, 99, 100].map((percent) => percentile(figures, percent))).toEqual([50, 99, 100]);
	expect(percentile([], 99)).toBeNaN();
});

test("finds all scripts, blocking scripts, stylesheets and fonts of a page", () => {
	const html = `<html><head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/m.js"/>
		<link rel="preload" as="font" href="/f.woff2"/><script src="/b.js"></script><script src="/d.js" defer=""></script>
		<style>@font-face{src:url(/g.woff2)}</style></head><body><script type="module" src="/m.js"></script>
		<script>día()</script></body></html>`;
	expect(needsOf(html)).toEqual({
		stylesheets: ["/a.css"],
		scriptFiles: ["/b.js", "/d.js", "/m.js"],
		inlineScript: 6,
		blockingScripts: 1,
		fonts: 2,
	});
});

test("the event loop delay is read from the metrics; a missing value is NaN", () => {
	const metrics = ["p50", "p99", "max"].map((part) => `relevo_event_loop_delay_${part}_seconds 0.0125`);
	expect(readLoopDelay(`# HELP x y\n${metrics.join("\n")}\n`)).toEqual({ p50: 12.5, p99: 12.5, max: 12.5 });
	expect(readLoopDelay(metrics.slice(0, 1).join())).toEqual({ p50: 12.5, p99: Number.NaN, max: Number.NaN });
});

test("visitors make the same requests in every run, at least one of each kind", () => {
	const diagrams = [{ id: "2turnos", crews: ["A", "B"], pictures: ["/pictures/2turnos-2026-01.0a.svg"] }];
	const mix = mixRequests(diagrams, 400);
	expect(mixRequests(diagrams, 400)).toEqual(mix);
	for (const start of [
		"/home",
		"/diagrams/",
		"/diagram-detail/",
		"/diagram-complete/",
		"/pictures/",
		"/favicon",
	])
		expect(mix.some((path) => path.startsWith(start))).toBe(true);
});
