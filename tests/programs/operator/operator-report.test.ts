import { randomUUID } from "node:crypto";
import {
	cpSync,
	linkSync,
	mkdirSync,
	readdirSync,
	rmSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { dayNumber } from "~/lib/time/civil-date";
import {
	IMAGE,
	seedDocument,
	seedExtra,
	seedImage,
	seedOwnDay,
	seedUser,
} from "../../support/accounts-on-disk";
import { send } from "../../support/server/http-client";
import { callCommand, resetDatabase, runCommand, withDatabase } from "../../support/server/operator";
import { startServer } from "../../support/server/server";
import { temporaryFolder } from "../../support/temporary-folder";
import { todayIn } from "../../support/texts/today";

const databasePath = process.env.DATABASE_PATH ?? "";
const uploads = process.env.UPLOADS_DIR ?? "";
const folder = temporaryFolder();
const backups = join(folder, "backups");
const outbox = join(folder, "outbox");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MEGABYTE = 1_048_576;

beforeEach(() => {
	resetDatabase();
	for (const path of [uploads, backups, outbox]) rmSync(path, { recursive: true, force: true });
});

const report = (...words: string[]) =>
	callCommand("data", ["report", ...words], { BACKUPS_DIR: backups, OUTBOX_DIR: outbox });
const json = async () => JSON.parse((await report("--json")).stdout);
const nothing = { files: 0, bytes: 0 };

/**
 * Creates a backup that is `ageMs` old, with these sizes.
 * @returns its name
 */
function addBackup(ageMs: number, databaseBytes: number, imageBytes: readonly number[] = []): string {
	const time = new Date(Date.now() - ageMs).toISOString();
	const name = time.replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
	mkdirSync(join(backups, name), { recursive: true });
	writeFileSync(join(backups, name, "relevo.sqlite"), Buffer.alloc(databaseBytes));
	const images = imageBytes.map((size) => ({ name: `${randomUUID()}-320.webp`, size }));
	const list = { database: "0".repeat(64), images, missing: [] };
	writeFileSync(join(backups, name, "images.json"), JSON.stringify(list));
	return name;
}

function addImage(userId: string, bytes: number): void {
	const id = randomUUID();
	withDatabase((sqlite) =>
		sqlite
			.prepare("INSERT INTO document_images VALUES (?, ?, ?, NULL, ?, 1, 1, ?, ?, 0)")
			.run(id, userId, randomUUID(), id.replaceAll("-", "").repeat(2), bytes, Date.now()),
	);
}

function addMail(tries: number, ageMs: number): void {
	const row = [randomUUID(), "maria@planta.example", tries, Date.now() - ageMs, Date.now()];
	withDatabase((sqlite) =>
		sqlite
			.prepare(
				"INSERT INTO outbox (id, kind, address, tries, created_at, next_try_at) VALUES (?, 'welcome', ?, ?, ?, ?)",
			)
			.run(...row),
	);
}

test("a new installation without folders gets a complete report, and the report creates nothing", async () => {
	expect(await json()).toEqual({
		at: expect.any(Number),
		version: expect.stringMatching(/^2\.0\.0-r\d+(\+[0-9a-f]{7,})?$/),
		people: 0,
		verified: 0,
		documents: 0,
		images: 0,
		extras: 0,
		ownDays: 0,
		lastWeek: { people: 0, documents: 0, images: 0, extras: 0 },
		largestPerson: null,
		database: { path: databasePath, bytes: expect.any(Number), walBytes: expect.any(Number) },
		uploads: {
			path: uploads,
			...nothing,
			documents: nothing,
			profiles: nothing,
			pictures: nothing,
			unnamed: nothing,
		},
		backups: {
			path: backups,
			...nothing,
			count: 0,
			oldestAt: null,
			lastAt: null,
			keptUntil: null,
			copiedAt: null,
			future: [],
		},
		safetyCopies: nothing,
		replaced: nothing,
		outbox: { path: outbox, ...nothing },
		disk: { freeBytes: expect.any(Number), used: expect.any(Number) },
		growth: null,
		fullOn: null,
		mail: { waiting: 0, failed: 0, oldestAt: null, sent: null, dropped: null },
		run: null,
	});
	const { code, stdout, stderr } = await report();
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(stdout).toMatch(/^Última copia +ninguna todavía$/m);
	expect(stdout).toMatch(/^Disco lleno +todavía no se sabe/m);
	expect(stdout).toMatch(/^Rutas más lentas: todavía no se sabe/m);
	expect(stdout).not.toContain("Quien más guarda");
	expect(readdirSync(folder)).toEqual([]);
});

test("the report counts people and their data, and what is new in the last seven days", async () => {
	const { id } = seedUser(databasePath, { created_at: Date.now() });
	seedDocument(databasePath, id);
	seedExtra(databasePath, id);
	const { id: other } = seedUser(databasePath, { email_verified_at: null });
	seedOwnDay(databasePath, other);
	seedOwnDay(databasePath, other, { id: randomUUID(), first_day: "2026-12-24", last_day: "2026-12-24" });
	addImage(id, 12 * MEGABYTE);
	addImage(id, MEGABYTE / 2);
	addImage(other, MEGABYTE);
	const found = await json();
	expect(found).toMatchObject({ people: 2, verified: 1, documents: 1, images: 3, extras: 1, ownDays: 8 });
	expect(found.lastWeek).toMatchObject({ people: 1, images: 3 });
	expect(found.largestPerson).toEqual({ images: 2, bytes: 12.5 * MEGABYTE, mostBytes: 500 * MEGABYTE });
	const { stdout } = await report();
	expect(stdout).toMatch(/^Personas +2, 1 con el correo verificado; 1 en los últimos 7 días$/m);
	expect(stdout).toMatch(/^Documentos +1, con 3 fotos/m);
	expect(stdout).toMatch(/^Días propios +8$/m);
	expect(stdout).toMatch(/^Quien más guarda +12,5 MB de 500 MB \(3 %\), 2 fotos$/m);
});

test("sizes are listed by kind; a file that backups share with the uploads counts once", async () => {
	const { id } = seedUser(databasePath);
	seedDocument(databasePath, id);
	seedImage({ databasePath, uploads }, id);
	const photo = randomUUID();
	withDatabase((sqlite) => {
		sqlite.prepare("UPDATE users SET photo = ?").run(photo);
		sqlite
			.prepare("INSERT INTO diagram_pictures VALUES ('4turnos_7dias', '2027-01', ?, 'abc', 1, 1)")
			.run("enero.webp");
	});
	const file = (name: string, bytes: number) => writeFileSync(name, Buffer.alloc(bytes));
	file(join(uploads, `${photo}-320.webp`), 100);
	file(join(uploads, "enero.webp"), 200);
	file(join(uploads, `${randomUUID()}-320.webp`), 300);
	file(`${databasePath}.before-2026-11-21T06-00-03Z-schema-5`, 400);
	file(`${databasePath}.replaced-2026-11-21T06-00-03Z`, 500);
	file(`${databasePath}.rescued-2026-11-21T07-00-03Z`, 5000);
	mkdirSync(join(uploads, "replaced-2026-11-21T06-00-03Z"));
	file(join(uploads, "replaced-2026-11-21T06-00-03Z", `${randomUUID()}-320.webp`), 50);
	mkdirSync(outbox);
	file(join(outbox, "1.eml"), 600);
	addBackup(2 * HOUR_MS, 3000);
	mkdirSync(join(backups, "images"));
	linkSync(join(uploads, `${IMAGE}-320.webp`), join(backups, "images", `${IMAGE}-320.webp`));
	const found = await json();
	expect(found.uploads).toMatchObject({
		// The seeded photo's two files have 13 bytes together.
		files: 5,
		bytes: 613,
		documents: { files: 2, bytes: 13 },
		profiles: { files: 1, bytes: 100 },
		pictures: { files: 1, bytes: 200 },
		unnamed: { files: 1, bytes: 300 },
	});
	expect(found).toMatchObject({
		safetyCopies: { files: 1, bytes: 400 },
		replaced: { files: 3, bytes: 5550 },
		outbox: { files: 1, bytes: 600 },
	});
	// The two files are the database and the list of images.
	expect(found.backups).toMatchObject({ files: 2, count: 1 });
	expect(found.backups.bytes).toBeLessThan(3200);
	expect(found.database.bytes).toBeGreaterThan(100_000);
	expect(found.disk.freeBytes).toBeGreaterThan(0);
	expect(found.disk.used).toBeGreaterThan(0);
	expect(found.disk.used).toBeLessThan(1);
	const endings = ["before-2026-11-21T06-00-03Z-schema-5", "replaced-2026-11-21T06-00-03Z"];
	for (const ending of [...endings, "rescued-2026-11-21T07-00-03Z"]) rmSync(`${databasePath}.${ending}`);
});

test("the report shows the newest and the oldest backup, until when they are kept, and the copy on another machine", async () => {
	const newest = addBackup(2 * HOUR_MS, 3000);
	addBackup(26 * HOUR_MS, 3000);
	const future = addBackup(-5 * HOUR_MS, 3000);
	const copiedAt = Date.now() - 3 * HOUR_MS;
	// File systems keep parts of a millisecond.
	const seconds = (copiedAt + 0.4) / 1000;
	writeFileSync(join(backups, "copied"), "");
	utimesSync(join(backups, "copied"), seconds, seconds);
	const { backups: found, growth } = await json();
	expect(found).toMatchObject({ count: 2, copiedAt, future: [future] });
	expect(new Date(found.lastAt).toISOString().slice(0, 13)).toBe(newest.slice(0, 13));
	expect(found.lastAt - found.oldestAt).toBe(24 * HOUR_MS);
	expect(found.keptUntil - found.lastAt).toBe(14 * DAY_MS);
	expect(growth).toBeNull();
	const { stdout } = await report();
	expect(stdout).toMatch(
		/^Última copia +\d{4}-\d\d-\d\d \d\d:\d\d, hace 2 h, se guarda hasta \d{4}-\d\d-\d\d$/m,
	);
	expect(stdout).toMatch(/^En otra máquina +\d{4}-\d\d-\d\d \d\d:\d\d, hace 3 h$/m);
	expect(stdout).toMatch(/^Con fecha futura +\S+: no cuenta, revisá el reloj$/m);
});

test("the report shows the growth since the oldest backup, and the day on which the disk will be full", async () => {
	const name = addBackup(10 * DAY_MS, 100);
	const { database, growth, fullOn } = await json();
	expect(growth.since).toBe(Date.parse(`${name.slice(0, 13)}:${name.slice(14, 16)}:${name.slice(17, 20)}`));
	expect(Math.abs(growth.databaseBytesPerDay - (database.bytes - 100) / 10)).toBeLessThan(10);
	expect(growth.imageBytesPerDay).toBe(0);
	expect(fullOn).toBeNull();
	expect((await report()).stdout).toMatch(
		/^Disco lleno +no se llena en 10 años, si sigue así y nadie más escribe en este disco$/m,
	);

	// Pretends that photos a quarter as large as the free space were added in ten days, so that the disk, on which backups
	// keep them a second time, is full in twenty days.
	// The file is sparse and takes no space.
	const { disk } = await json();
	mkdirSync(uploads);
	writeFileSync(join(uploads, `${randomUUID()}-320.webp`), "");
	truncateSync(join(uploads, readdirSync(uploads)[0] ?? ""), Math.ceil(disk.freeBytes / 4));
	// Other programs may change the free space between the reports, so the test accepts a range of days.
	const [, shown = ""] =
		/^Disco lleno +(\S+), si sigue así y nadie más escribe en este disco$/m.exec((await report()).stdout) ??
		[];
	for (const full of [(await json()).fullOn, shown]) {
		const days = dayNumber(full) - dayNumber(todayIn("America/Argentina/Buenos_Aires"));
		expect(days).toBeGreaterThanOrEqual(19);
		expect(days).toBeLessThanOrEqual(21);
	}
});

test("the report shows the waiting mails, the failed ones, and the age of the oldest", async () => {
	addMail(0, 0);
	addMail(1, 1000);
	addMail(3, 2 * HOUR_MS);
	const { mail } = await json();
	expect(mail).toMatchObject({ waiting: 3, failed: 1, sent: null });
	const { stdout } = await report();
	expect(stdout).toMatch(/^Correos en espera +3, 1 que ya fallaron; el más viejo, hace 2 h$/m);
});

test("the report shows the slowest routes of a running and of a stopped server, and no personal data", async () => {
	// Puts the database outside the server's temporary folder, which `stop` removes: the test reads the database later.
	const live = join(folder, "live.sqlite");
	cpSync(process.env.BASE_DATABASE ?? "", live);
	const server = await startServer({ DATABASE_PATH: live });
	const settings = { DATABASE_PATH: server.databasePath, UPLOADS_DIR: server.uploads, BACKUPS_DIR: backups };
	const { id, cookie } = seedUser(server.databasePath, {
		username: "marcador-alias",
		real_name: "Marcador Nombre",
		email: "marcador@planta.example",
		plant_number: "marcador-legajo",
	});
	seedDocument(server.databasePath, id, "marcador-título");
	seedExtra(server.databasePath, id, { comment: "marcador-comentario" });
	const running = await runCommand("data", ["report"], settings);
	expect(running).toMatchObject({ code: 0, stderr: "" });
	for (const path of ["/auth/my-account", "/auth/my-documents?q=marcador", "/marcador", "/home"])
		await send(server.origin, path, { headers: { cookie } });
	expect(await server.stop()).toBe(0);
	const text = (await runCommand("data", ["report"], settings)).stdout;
	const all = (await runCommand("data", ["report", "--json"], settings)).stdout;
	const { run, mail } = JSON.parse(all);
	expect(mail).toMatchObject({ sent: 0, dropped: 0 });
	expect(run.until).toBeGreaterThan(run.since);
	expect(run.slowest.map(({ route }: { route: string }) => route).sort()).toEqual(
		["/*", "/auth/my-account", "/auth/my-documents", "/home"].sort(),
	);
	for (const route of run.slowest)
		expect(route).toEqual({
			route: expect.any(String),
			requests: 1,
			meanMs: expect.any(Number),
			longestMs: expect.any(Number),
			slow: expect.any(Number),
		});
	expect(text).toMatch(/^Rutas más lentas, de \d{4}-\d\d-\d\d \d\d:\d\d a \d{4}-\d\d-\d\d \d\d:\d\d/m);
	// On a busy machine the request may take more than a second, which the line then says.
	expect(text).toMatch(/1 pedido(, 1 de más de 1 s)? {2}\/auth\/my-account$/m);
	for (const marker of ["marcador", "Marcador", id]) expect(text + all).not.toContain(marker);
});
