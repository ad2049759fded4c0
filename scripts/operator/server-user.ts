/** Lets a command that root runs make files that the server can use. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { env } from "~/lib/env.server";

/**
 * When root runs a command beside the data of another user, takes on this user for the rest of the process: the server
 * could not read or remove what root makes. It is the user who last wrote the server's figures or, before that, the owner of
 * the database or its folder. SQLite itself already gives its files the owner of the database.
 * @returns whether the process was root's and is the other user's now
 */
export function actAsServer(): boolean {
	if (process.geteuid?.() !== 0) return false;
	const places = [`${env.DATABASE_PATH}.figures.json`, env.DATABASE_PATH, dirname(env.DATABASE_PATH)];
	const owner = places
		.map((path) => statSync(path, { throwIfNoEntry: false }))
		.find((stats) => stats !== undefined);
	if (!owner || owner.uid === 0) return false;
	try {
		process.setgroups?.([owner.gid]);
		process.setgid?.(owner.gid);
		process.setuid?.(owner.uid);
		return true;
	} catch {
		// A root without this right, as in a container without capabilities.
		return false;
	}
}
