import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { env } from "~/lib/env.server";
import { measure } from "~/lib/metrics/metrics.server";
import { readFigures, recordAnswer, recordMail, writeFigures } from "~/lib/metrics/run-figures.server";

test("answers are counted by method, route and outcome, and refusals by their reason", async () => {
	const measured = await measure(createServer());
	const count = (method: string | undefined, status: number | undefined, failsWith503?: boolean) =>
		measured.count({ method, route: "/x", status, ms: 3, failsWith503 });
	count("GET", 200);
	count("PUT", 404);
	count(undefined, 405);
	count("POST", 429);
	count("GET", 429);
	count("GET", 429);
	count("GET", 503, true);
	count("POST", 503);
	count("POST", undefined);
	const text = await measured.read();
	const valuesOf = (name: string) =>
		Object.fromEntries(
			[...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, "gm"))]
				.map(([, labels = "", value]) => [labels.replace(/\w+="|route="\/x",|"/g, ""), Number(value)])
				.filter(([, value]) => value !== 0),
		);
	expect(valuesOf("relevo_requests_total")).toEqual({
		"GET,/x,2xx": 1,
		"other,/x,4xx": 2,
		"POST,/x,4xx": 1,
		"GET,/x,4xx": 2,
		"GET,/x,5xx": 1,
		"POST,/x,5xx": 1,
		"POST,/x,aborted": 1,
	});
	expect(valuesOf("relevo_refused_total")).toEqual({ method: 1, attempts: 1, download: 2, busy: 1 });
	expect(text).toContain('relevo_request_seconds_count{route="/x"} 8');
});

test("the figures of a run are kept for the report, which goes on without them", () => {
	const file = `${env.DATABASE_PATH}.figures.json`;
	expect(readFigures()).toBeUndefined();
	for (const ms of [1000, 1001, 4]) recordAnswer("/x", ms);
	recordMail("sent");
	writeFigures();
	expect(readFigures()).toMatchObject({
		routes: { "/x": { requests: 3, totalMs: 2005, longestMs: 1001, slow: 1 } },
		mails: { sent: 1, dropped: 0 },
	});
	// Nothing new.
	rmSync(file);
	writeFigures();
	expect(readFigures()).toBeUndefined();
	writeFileSync(file, "{}");
	expect(readFigures()).toBeUndefined();
});
