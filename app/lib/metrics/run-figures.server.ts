/**
 * Measures response times per route and counts mails, for `npm run data -- report`. Stores these figures in a small
 * file beside the database, so that the report also works when the server is stopped.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { env } from "~/lib/env.server";

/** Response times of one route. */
const routeSchema = z.object({
	requests: z.number(),
	/** Sum and maximum of the times from the request to the end of the response, in ms. */
	totalMs: z.number(),
	longestMs: z.number(),
	/** Number of responses slower than SLOW_MS. */
	slow: z.number(),
});

const figuresSchema = z.object({
	/** Start of the server, and the last time that the figures were written to the file, in UTC milliseconds. */
	since: z.number(),
	until: z.number(),
	/** Response times by route pattern, such as "/calendars/:file", which contains no text of a visitor. */
	routes: z.record(z.string(), routeSchema),
	mails: z.object({ sent: z.number(), dropped: z.number() }),
});

export type RunFigures = z.output<typeof figuresSchema>;

/** Response time in ms from which people notice that they wait. */
const SLOW_MS = 1000;
const DELAY_MS = 10_000;

const path = `${env.DATABASE_PATH}.figures.json`;
const figures: RunFigures = {
	since: Math.round(performance.timeOrigin),
	until: 0,
	routes: {},
	mails: { sent: 0, dropped: 0 },
};
let timer: NodeJS.Timeout | undefined;

/** Notes that a response of `route` took `ms` milliseconds. */
export function recordAnswer(route: string, ms: number): void {
	const known = figures.routes[route] ?? { requests: 0, totalMs: 0, longestMs: 0, slow: 0 };
	figures.routes[route] = {
		requests: known.requests + 1,
		totalMs: known.totalMs + ms,
		longestMs: Math.max(known.longestMs, ms),
		slow: known.slow + (ms > SLOW_MS ? 1 : 0),
	};
	writeSoon();
}

/** Counts a mail that was sent or given up. */
export function recordMail(outcome: "sent" | "dropped"): void {
	figures.mails[outcome] += 1;
	writeSoon();
}

function writeSoon(): void {
	timer ??= setTimeout(writeFigures, DELAY_MS).unref();
}

/** Writes `figures` to the file beside the database, if a figure has changed. Also called when the server stops. */
export function writeFigures(): void {
	if (!timer) return;
	clearTimeout(timer);
	timer = undefined;
	try {
		figures.until = Date.now();
		writeFileSync(`${path}.new`, JSON.stringify(figures), { mode: 0o600 });
		renameSync(`${path}.new`, path);
	} catch {
		// On a full disk the old file stays. The error is ignored, because only the report reads the file.
	}
}

/** Returns the figures of the server's current or last run, if any. */
export function readFigures(): RunFigures | undefined {
	try {
		return figuresSchema.parse(JSON.parse(readFileSync(path, "utf8")));
	} catch {
		return undefined;
	}
}
