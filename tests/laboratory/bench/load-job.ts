/** Job and result of the load generator, as JSON. */
import { z } from "zod";

const common = {
	port: z.number(),
	/** URL paths in the order of the requests. A "closed" job repeats the list. */
	paths: z.array(z.string()).min(1),
	headers: z.record(z.string(), z.string()).default({}),
	/** Expected status. A response with any other status counts as a lost request. */
	status: z.number().default(200),
};

export const loadJob = z.discriminatedUnion("kind", [
	/** Closed loop: each connection sends its next request after a response. */
	z.object({
		...common,
		kind: z.literal("closed"),
		connections: z.number(),
		seconds: z.number(),
		maxRequests: z.number(),
	}),
	/**
	 * Open loop: requests each of `paths` once, `rate` requests per second, even if the server is slower. A request waits
	 * only while all connections of the load generator are in use.
	 */
	z.object({ ...common, kind: z.literal("open"), rate: z.number() }),
	/** Sequence: requests each of `paths` once, one after the other. */
	z.object({ ...common, kind: z.literal("sequence") }),
]);

export const loadResult = z.object({
	/** Number of responses with the expected status. */
	responses: z.number(),
	/** Number of requests that ended with an unexpected status, a timeout or a broken connection. */
	lost: z.number(),
	seconds: z.number(),
	/** Latencies of the responses in ms; empty for a `loadJob` whose `kind` is "closed". */
	latencies: z.array(z.number()),
	lateness: z.number(),
	firstError: z.string().optional(),
});

export type LoadJob = z.input<typeof loadJob>;
export type LoadResult = z.infer<typeof loadResult>;
