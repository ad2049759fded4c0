/** The people with an account, as the operator sees them: never a hash, a link or a code. */

import { placeholders } from "~/lib/explained";
import { parseEmail } from "~/lib/mail/email-address";
import { plain } from "./answer";
import type { CommandInput } from "./command";
import { CommandError } from "./errors";

/** What `users find` tells of a person; instants in UTC milliseconds. */
export interface Person {
	id: string;
	email: string;
	username: string;
	/** Null while it is the one that everybody begins with. */
	realName: string | null;
	isVerified: boolean;
	provider: string;
	registeredAt: number;
	/** When the newest session began that has not ended. */
	lastSessionAt: number | null;
	sessions: number;
	documents: number;
	images: number;
	imageBytes: number;
	extras: number;
}

/** A query of people without its condition. Each count is one look into an index. */
const FACTS = `
	SELECT id, email, username, nullif(real_name, @noName) AS realName,
		email_verified_at IS NOT NULL AS isVerified, provider_auth AS provider, created_at AS registeredAt,
		(SELECT max(created_at) FROM sessions WHERE user_id = users.id AND expires_at > @now) AS lastSessionAt,
		(SELECT count(*) FROM sessions WHERE user_id = users.id AND expires_at > @now) AS sessions,
		(SELECT count(*) FROM documents WHERE user_id = users.id) AS documents,
		(SELECT count(*) FROM document_images WHERE user_id = users.id) AS images,
		(SELECT coalesce(sum(bytes), 0) FROM document_images WHERE user_id = users.id) AS imageBytes,
		(SELECT count(*) FROM extras WHERE user_id = users.id) AS extras
	FROM users`;

/**
 * The people whose address or name has this text in it, whatever its accents and capitals, or whose id it is; by
 * address. Reads all people once.
 */
export async function findPeople(text: string, most: number, now = Date.now()): Promise<Person[]> {
	const { sqlite } = await import("~/lib/database/db.server");
	sqlite.function("folded", { deterministic: true }, (value: unknown) => folded(String(value)));
	const found = sqlite.prepare<unknown[], FactsRow>(`${FACTS} WHERE id IN (
		SELECT id FROM users
		WHERE id = @id OR instr(folded(email), @text) OR instr(folded(username), @text) OR instr(folded(real_name), @text)
		ORDER BY email LIMIT @most
	) ORDER BY email`);
	const rows = found.all({
		now,
		noName: placeholders.realName,
		id: text.trim().toLowerCase(),
		text: folded(text.trim()),
		most,
	});
	return rows.map(toPerson);
}

/**
 * The person of the address that the command was given, compared as the sign-in does.
 * @throws CommandError when it is no address, or nobody's
 */
export async function requirePerson(input: CommandInput, now = Date.now()): Promise<Person> {
	const email = requireAddress(input);
	const { sqlite } = await import("~/lib/database/db.server");
	const row = sqlite
		.prepare<unknown[], FactsRow>(`${FACTS} WHERE email = @email`)
		.get({ now, noName: placeholders.realName, email });
	if (row) return toPerson(row);
	throw new CommandError(`No hay una cuenta con el correo ${email}. Buscala con npm run users -- find`);
}

/**
 * The address that is the command's first word.
 * @throws CommandError when it is none
 */
export function requireAddress(input: CommandInput): string {
	const [given = ""] = input.words;
	const address = parseEmail(given);
	if (!address) throw input.misused(`«${plain(given)}» no es un correo.`);
	return address;
}

type FactsRow = Omit<Person, "isVerified"> & { isVerified: 0 | 1 };

function toPerson(row: FactsRow): Person {
	return { ...row, isVerified: row.isVerified === 1 };
}

function folded(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
