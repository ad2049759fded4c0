import { publicOrigin } from "~/lib/env.server";

/** A key for an event of this installation, unique in the world. `key` is unique in the installation. */
export function uidOf(key: string): string {
	return `${key}@${new URL(publicOrigin).hostname}`;
}
