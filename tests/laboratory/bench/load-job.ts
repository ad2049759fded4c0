/** Job and result of the load generator, which cross a process boundary as JSON. */
import { z } from "zod";

const common = {
	port: z.number(),
	/** Paths to request in this order; a closed loop repeats them. */
	paths: z.array(z.string()).min(1),
	headers: z.record(z.string(), z.string()).default({}),
	/** Expected status; a response with another status counts as lost. */
	status: z.number().default(200),
};

export const loadJob = z.discriminatedUnion("kind", [
	/** Closed loop: each connection sends the next request as soon as it has a response. */
	z.object({
		...common,
		kind: z.literal("closed"),
		connections: z.number(),
		seconds: z.number(),
		maxRequests: z.number(),
	}),
	/** Open loop: sends `rate` requests per second, whether or not the server keeps up; requests each path once. */
	z.object({ ...common, kind: z.literal("open"), rate: z.number() }),
	/** Requests each path once, one after the other. */
	z.object({ ...common, kind: z.literal("sequence") }),
]);

export const loadResult = z.object({
	/** Number of responses with the expected status. */
	responses: z.number(),
	/** Number of requests that ended with another status, a timeout or a broken connection. */
	lost: z.number(),
	seconds: z.number(),
	/** Latency of each response, in milliseconds; empty for a closed loop. */
	latencies: z.array(z.number()),
	/** 99th percentile of the generator's own delay in sending, in ms. More than a few make the run invalid. */
	lateness: z.number(),
	/** Message of the first error. */
	firstError: z.string().optional(),
});

export type LoadJob = z.input<typeof loadJob>;
export type LoadResult = z.infer<typeof loadResult>;
