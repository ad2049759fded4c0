/** Data about accounts for the operator, never a hash, link or code. */
import { placeholders } from "~/lib/explained";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { parseEmail } from "~/lib/mail/email-address";
import type { CommandInput } from "./command";
import { CommandError } from "./errors";
import { printable } from "./output";

/** An account as shown to the operator. Times are in UTC milliseconds. */
export interface Person {
	id: string;
	email: string;
	username: string;
	/** Full name; null if the account still has the placeholder text that stands for a missing name. */
	realName: string | null;
	isVerified: boolean;
	provider: string;
	registeredAt: number;
	/** Start of the newest unexpired session, if any. */
	lastSessionAt: number | null;
	sessions: number;
	documents: number;
	images: number;
	imageBytes: number;
	extras: number;
	/** Days of vacation, leave and the like. */
	ownDays: number;
}

/** Start of a query, to which a condition is added. Each subquery uses an index. */
const SELECT_PERSON = `
	SELECT id, email, username, nullif(real_name, @noName) AS realName,
		email_verified_at IS NOT NULL AS isVerified, provider_auth AS provider, created_at AS registeredAt,
		(SELECT max(created_at) FROM sessions WHERE user_id = users.id AND expires_at > @now) AS lastSessionAt,
		(SELECT count(*) FROM sessions WHERE user_id = users.id AND expires_at > @now) AS sessions,
		(SELECT count(*) FROM documents WHERE user_id = users.id) AS documents,
		(SELECT count(*) FROM document_images WHERE user_id = users.id) AS images,
		(SELECT coalesce(sum(bytes), 0) FROM document_images WHERE user_id = users.id) AS imageBytes,
		(SELECT count(*) FROM extras WHERE user_id = users.id) AS extras,
		(SELECT CAST(coalesce(sum(julianday(last_day) - julianday(first_day) + 1), 0) AS INTEGER) FROM own_days
			WHERE user_id = users.id) AS ownDays
	FROM users`;

/**
 * Finds accounts whose address or name contains the text, ignoring accents and case, or whose id equals the text.
 * Sorted by e-mail address.
 */
export async function findPeople(text: string, limit: number): Promise<Person[]> {
	const { sqlite } = await import("~/lib/database/db.server");
	sqlite.function("foldCase", { deterministic: true }, (value: unknown) => foldCase(String(value)));
	const found = sqlite.prepare<unknown[], PersonRow>(`${SELECT_PERSON}
		WHERE id = @id OR instr(foldCase(email), @text) OR instr(foldCase(username), @text) OR instr(foldCase(real_name), @text)
		ORDER BY email LIMIT @limit`);
	const rows = found.all({
		now: Date.now(),
		noName: placeholders.realName,
		id: text.trim().toLowerCase(),
		text: foldCase(text.trim()),
		limit,
	});
	return rows.map(toPerson);
}

/**
 * The account whose address is the first argument.
 * @throws CommandError for an invalid or unknown address
 */
export async function requirePerson(input: CommandInput): Promise<Person> {
	const email = requireAddress(input);
	const { sqlite } = await import("~/lib/database/db.server");
	const row = sqlite
		.prepare<unknown[], PersonRow>(`${SELECT_PERSON} WHERE email = @email`)
		.get({ now: Date.now(), noName: placeholders.realName, email });
	if (row) return toPerson(row);
	throw new CommandError(
		`No hay una cuenta con el correo ${email}. Buscala con ${operatorCommand("users -- find")}`,
	);
}

/**
 * The address in the first argument.
 * @throws CommandError when the argument is not an e-mail address
 */
export function requireAddress(input: CommandInput): string {
	const [given = ""] = input.words;
	const address = parseEmail(given);
	if (!address) throw input.usageError(`«${printable(given)}» no es un correo.`);
	return address;
}

type PersonRow = Omit<Person, "isVerified"> & { isVerified: 0 | 1 };

function toPerson(row: PersonRow): Person {
	return { ...row, isVerified: row.isVerified === 1 };
}

function foldCase(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
