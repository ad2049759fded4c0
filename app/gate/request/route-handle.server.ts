import type { ServerBuild } from "@remix-run/node";
import * as z from "zod";

/** What a page depends on besides its address, the day and the answer about cookies. */
const dependence = z.enum(["web", "crew", "phone", "shifts", "own-crew"]);
export type Dependence = z.infer<typeof dependence>;

/**
 * What a route says in its `handle`. The gate reads what it needs to know of a route here, so that it names none. A
 * misspelt name stops the start.
 */
const handleSchema = z.strictObject({
	/** For `entry.server.tsx`: whether the page loads its script. */
	hydrate: z.literal(true).optional(),
	/** For `signedOutPage`: the form that is shown again when the session has ended. */
	SignedOutForm: z.unknown().optional(),
	/** Size limit in bytes of the route's form with files. */
	uploadBytes: z.number().optional(),
	/** Purpose of the token in the mailed links that open the page. */
	mailToken: z.enum(["verify", "reset"]).optional(),
	/**
	 * What the page depends on. The page cache keeps only pages that say it, if need be `[]`, and gives a kept page to
	 * visitors for whom all of this is the same.
	 */
	cacheKey: z.array(dependence).optional(),
	/** Whether programs ask for the route, by any host, and read the text of its status 503. */
	forPrograms: z.literal(true).optional(),
	/** Whether the route's status 503 reports a failure; that of other routes means that the server is busy. */
	failsWith503: z.literal(true).optional(),
});

export type RouteHandle = z.infer<typeof handleSchema>;

/** Returns the handle of a route; an empty one for a route without `handle`. */
export function handleOf({ id, module }: ServerBuild["routes"][string]): RouteHandle {
	const { data, error } = handleSchema.safeParse(module.handle ?? {});
	if (error) throw new Error(`${id}: ${z.prettifyError(error)}`);
	return data;
}
