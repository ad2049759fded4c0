/**
 * Figures of the running server for `npm run data -- report`: time per route, and mails. They are kept in a small file
 * beside the database, so that the report needs no setting and also works after the server has stopped.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { env } from "~/lib/env.server";

/** Response times of one route. */
const routeSchema = z.object({
	requests: z.number(),
	/** Sum of the times from the request to the end of the response, and the longest of these times, in ms. */
	totalMs: z.number(),
	longestMs: z.number(),
	/** Number of responses that took longer than SLOW_MS. */
	slow: z.number(),
});

const figuresSchema = z.object({
	/** When the server started and when the figures last changed, in UTC milliseconds. */
	since: z.number(),
	until: z.number(),
	/**
	 * Response times by route pattern, such as "/calendars/:slug". A pattern contains no text that a visitor has
	 * chosen.
	 */
	routes: z.record(z.string(), routeSchema),
	mails: z.object({ sent: z.number(), dropped: z.number() }),
});

export type RunFigures = z.output<typeof figuresSchema>;

/** Response time in milliseconds from which people notice that they wait. */
const SLOW_MS = 1000;
/** Delay of writing the file after a change. */
const DELAY_MS = 10_000;

const path = `${env.DATABASE_PATH}.figures.json`;
const figures: RunFigures = {
	since: Math.round(performance.timeOrigin),
	until: 0,
	routes: {},
	mails: { sent: 0, dropped: 0 },
};
let timer: NodeJS.Timeout | undefined;

/** Records that a response of `route` took `ms` milliseconds. */
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

/** Counts a mail that was sent or that was given up because it could not be sent. */
export function recordMail(outcome: "sent" | "dropped"): void {
	figures.mails[outcome] += 1;
	writeSoon();
}

function writeSoon(): void {
	timer ??= setTimeout(writeFigures, DELAY_MS).unref();
}

/** Writes the figures if they have changed since the last call. Also called when the server stops. */
export function writeFigures(): void {
	if (!timer) return;
	clearTimeout(timer);
	timer = undefined;
	try {
		figures.until = Date.now();
		writeFileSync(`${path}.new`, JSON.stringify(figures), { mode: 0o600 });
		renameSync(`${path}.new`, path);
	} catch {
		// An error is ignored, because nothing else depends on the figures. On a full disk the report shows the
		// figures that were last written.
	}
}

/** The figures of the current or most recent run of the server; undefined when no server has written any. */
export function readFigures(): RunFigures | undefined {
	try {
		return figuresSchema.parse(JSON.parse(readFileSync(path, "utf8")));
	} catch {
		return undefined;
	}
}
