/** JSON formats of the load generator process: the job that it receives, and the result that it returns. */
import { z } from "zod";

const common = {
	port: z.number(),
	/** URL paths in the order of the requests. A job of the kind "closed" starts over at the end of the list. */
	paths: z.array(z.string()).min(1),
	headers: z.record(z.string(), z.string()).default({}),
	/** Expected HTTP status; a response with any other status counts as a lost request. */
	status: z.number().default(200),
};

export const loadJob = z.discriminatedUnion("kind", [
	/** Closed-loop job: each connection sends its next request as soon as the previous response has arrived. */
	z.object({
		...common,
		kind: z.literal("closed"),
		connections: z.number(),
		seconds: z.number(),
		maxRequests: z.number(),
	}),
	/** Open-loop job: sends `rate` requests per second even when the server is slower; requests each path once. */
	z.object({ ...common, kind: z.literal("open"), rate: z.number() }),
	/** Sequential job: requests each path once and waits for each response before the next request. */
	z.object({ ...common, kind: z.literal("sequence") }),
]);

export const loadResult = z.object({
	/** Number of responses with the expected HTTP status. */
	responses: z.number(),
	/** Number of requests that ended with an unexpected status, a timeout or a broken connection. */
	lost: z.number(),
	seconds: z.number(),
	/** Latency of each response, in milliseconds; empty for a closed-loop job. */
	latencies: z.array(z.number()),
	/** 99th percentile of the load generator's lateness in sending, in ms; more than a few ms make the run invalid. */
	lateness: z.number(),
	/** Path and error message of the first lost request. */
	firstError: z.string().optional(),
});

export type LoadJob = z.input<typeof loadJob>;
export type LoadResult = z.infer<typeof loadResult>;
