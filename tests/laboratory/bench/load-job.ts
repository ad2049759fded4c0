/** Job and result of the load generator, which cross a process boundary as JSON. */
import { z } from "zod";

const common = {
	port: z.number(),
	/** Requested in turn. */
	paths: z.array(z.string()).min(1),
	headers: z.record(z.string(), z.string()).default({}),
	/** Expected status; any other counts as lost. */
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
	/** Open loop: `rate` requests per second, whether or not the server keeps up; each path once. */
	z.object({ ...common, kind: z.literal("open"), rate: z.number() }),
	/** Each path once, one after the other. */
	z.object({ ...common, kind: z.literal("sequence") }),
]);

export const loadResult = z.object({
	/** Responses with the expected status. */
	responses: z.number(),
	/** Wrong status, timeout or broken connection. */
	lost: z.number(),
	seconds: z.number(),
	/** One per response, in milliseconds; empty for a closed loop. */
	latencies: z.array(z.number()),
	/** How late the generator itself sent, in milliseconds (99th percentile). Above a few the run is invalid. */
	lateness: z.number(),
	/** The first error. */
	firstError: z.string().optional(),
});

export type LoadJob = z.input<typeof loadJob>;
export type LoadResult = z.infer<typeof loadResult>;
