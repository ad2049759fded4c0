/** Databases with up to millions of extras (overtime entries). */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { addDays } from "~/lib/time/civil-date";
import { todayIn } from "../../support/texts/today";
import { seededRandom } from "../figures/seeded-random";
import { migrate, startRelevo } from "../servers/programs";

const SESSION_MS = 3_600_000;
const MAX_WORK_MS = 300_000;

const comments = [
	"cubrí a un compañero",
	"parada de horno",
	"faltó el relevo",
	"limpieza programada",
	"puente grúa",
];

interface Contents {
	/** Number of extras (overtime entries), one per day, of the person whose cookie is returned. */
	own: number;
	rows: number;
	each?: number;
}

/**
 * Builds a database of extras (overtime entries). Those of the signed-in person are as the product stores them. The others
 * are not worked out, and no server will do that while it is measured.
 * @returns the Cookie header of a signed-in person, and the build time in seconds
 */
export async function makeExtrasDatabase(
	path: string,
	{ own, rows, each = 1000 }: Contents,
): Promise<{ cookie: string; seconds: number }> {
	const begun = performance.now();
	migrate({ DATABASE_PATH: path });
	const others = Array.from({ length: (rows - own) / each }, () => randomUUID());
	const signedIn = randomUUID();
	const token = randomBytes(32).toString("base64url");
	fill(path, (sqlite) => {
		addPeople(sqlite, [{ id: signedIn, count: own }]);
		// A migrated database says that all its entries, none so far, are worked out.
		sqlite.exec("UPDATE extras_splitting SET fingerprint = ''");
		sqlite
			.prepare("INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES (?, ?, 1, ?)")
			.run(createHash("sha256").update(token).digest("base64url"), signedIn, Date.now() + SESSION_MS);
	});
	await workOutPay(path);
	// Inserting in the order of the primary key only appends, which is fast.
	fill(path, (sqlite) =>
		addPeople(
			sqlite,
			others.sort().map((id) => ({ id, count: each })),
		),
	);
	return { cookie: `session=${token}`, seconds: (performance.now() - begun) / 1000 };
}

function fill(path: string, add: (sqlite: SQLite.Database) => void): void {
	const sqlite = new SQLite(path);
	// No journal and no fsync, for speed: an interrupted benchmark starts again.
	sqlite.pragma("journal_mode = OFF");
	sqlite.pragma("synchronous = OFF");
	sqlite.pragma("cache_size = -400000");
	sqlite.transaction(add)(sqlite);
	sqlite.close();
}

/** Lets a server work out what the entries are paid, as it does soon after its start. */
async function workOutPay(path: string): Promise<void> {
	const program = await startRelevo({ DATABASE_PATH: path });
	const sqlite = new SQLite(path, { readonly: true });
	const isDone = sqlite
		.prepare("SELECT fingerprint <> '' AND NOT EXISTS (SELECT 1 FROM stale_pay) FROM extras_splitting")
		.pluck();
	const deadline = performance.now() + MAX_WORK_MS;
	while (isDone.get() !== 1) {
		if (performance.now() > deadline) throw new Error("the entries were not worked out");
		await setTimeout(200);
	}
	sqlite.close();
	await program.stop();
}

function addPeople(sqlite: SQLite.Database, people: readonly { id: string; count: number }[]): void {
	const addUser = sqlite.prepare(
		"INSERT INTO users (id, email, email_verified_at, username, provider_auth, diagram, crew, created_at, updated_at) VALUES (@id, @id || '@planta.example', 1, 'soldador', 'NORMAL', '4turnos_7dias', 'B', 1, 1)",
	);
	const addExtra = sqlite.prepare(
		"INSERT INTO extras (user_id, date, created_at, id_file, minutes, shift, comment, start_minute, premiums, minutes_night, is_own_split) VALUES (?, ?, ?, ?, 480, ?, ?, 1320, '{\"50\":480}', 480, 0)",
	);
	const random = seededRandom(10);
	const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
	const maxCount = Math.max(...people.map(({ count }) => count));
	const today = todayIn("America/Argentina/Buenos_Aires");
	const days = Array.from({ length: maxCount }, (_, index) => addDays(today, index + 1 - maxCount));
	for (const { id, count } of people) {
		addUser.run({ id });
		for (const day of days.slice(-count))
			addExtra.run(id, day, 1, randomUUID(), pick(["M", "T", "N"]), `${pick(comments)}, ${pick(comments)}`);
	}
}

export function addDocuments(path: string, count: number): void {
	const sqlite = new SQLite(path);
	const people = sqlite.prepare<[], string>("SELECT id FROM users").pluck().all();
	const add = sqlite.prepare(
		"INSERT INTO documents (user_id, id_file, title, description, created_at) VALUES (?, ?, ?, ?, ?)",
	);
	sqlite.transaction(() => {
		for (const person of people)
			for (let number = 0; number < count; number++)
				add.run(
					person,
					randomUUID(),
					`Carné ${number}`,
					"Licencia de puente grúa, renovada en planta",
					number,
				);
	})();
	sqlite.close();
}
