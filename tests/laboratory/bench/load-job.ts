/** What the load generator is asked for and what it answers: both cross a process boundary as JSON. */
import { z } from "zod";

const common = {
	port: z.number(),
	/** Asked for in turn. */
	paths: z.array(z.string()).min(1),
	headers: z.record(z.string(), z.string()).default({}),
	/** The one status that counts as an answer. */
	status: z.number().default(200),
};

export const loadJob = z.discriminatedUnion("kind", [
	/** As many as the server can: each connection asks again as soon as it is answered. */
	z.object({
		...common,
		kind: z.literal("closed"),
		connections: z.number(),
		seconds: z.number(),
		mostRequests: z.number(),
	}),
	/** So many a second, whether or not the server keeps up; each path once. */
	z.object({ ...common, kind: z.literal("open"), rate: z.number() }),
	/** Each path once, one after the other. */
	z.object({ ...common, kind: z.literal("sequence") }),
]);

export const loadResult = z.object({
	/** Answers with the right status. */
	answers: z.number(),
	/** Wrong status, no answer in time, broken connection. */
	lost: z.number(),
	seconds: z.number(),
	/** Of each answer, in milliseconds; none of a closed loop. */
	latencies: z.array(z.number()),
	/** How late the generator itself sent, in milliseconds (99th percentile): more than a few and the run is worth nothing. */
	lateness: z.number(),
	/** The first thing that went wrong. */
	complaint: z.string().optional(),
});

export type LoadJob = z.input<typeof loadJob>;
export type LoadResult = z.infer<typeof loadResult>;
