import { publicOrigin } from "~/lib/env.server";

/** Makes the globally unique key of an event from `key`, which is unique on this server. */
export function uidOf(key: string): string {
	return `${key}@${new URL(publicOrigin).hostname}`;
}
