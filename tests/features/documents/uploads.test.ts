import { randomUUID } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/lib/database/db.server";
import { isTooMuch, leftoversOf } from "~/lib/images/leftovers.server";
import { areUploadsForeign, sweepUploads } from "~/lib/images/sweep-uploads.server";
import {
	eraseUploads,
	type NewUpload,
	saveUploads,
	uploadPath,
	withUploads,
} from "~/lib/images/uploads.server";
import { makeUser } from "../../support/accounts";

const folder = process.env.UPLOADS_DIR ?? "";
const HOUR_MS = 3_600_000;

beforeEach(() => rmSync(folder, { recursive: true, force: true }));

describe("saving and erasing", () => {
	test("a file is written whole, readable for its owner only, and leaves no temporary file", async () => {
		const name = `${randomUUID()}-320.webp`;
		await saveUploads([{ name, content: Buffer.from("content") }]);
		expect(readFileSync(join(folder, name), "utf8")).toBe("content");
		expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder)).toEqual([name]);
		await eraseUploads([name, `${randomUUID()}-320.webp`]);
		expect(readdirSync(folder)).toEqual([]);
	});

	test("several files are written all or none", async () => {
		const files = Array.from({ length: 20 }, (_, index) => ({
			name: `${randomUUID()}-${index % 2 === 0 ? 1600 : 320}.webp`,
			content: Buffer.from(`content ${index}`),
		}));
		await saveUploads(files);
		expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
		for (const { name, content } of files) expect(readFileSync(join(folder, name))).toEqual(content);
		const taken = `${randomUUID()}-320.webp`;
		mkdirSync(join(folder, taken));
		const before = readdirSync(folder).sort();
		const others = files.map(({ content }) => ({ name: `${randomUUID()}-320.webp`, content }));
		await expect(saveUploads([...others, { name: taken, content: Buffer.from("x") }])).rejects.toThrow();
		await expect(
			saveUploads([...others, { name: "../x.webp", content: Buffer.from("x") }]),
		).rejects.toThrow();
		expect(readdirSync(folder).sort()).toEqual(before);
		await saveUploads([]);
		expect(readdirSync(folder).sort()).toEqual(before);
	});

	test("a failed write leaves nothing behind", async () => {
		// Creates a file where the uploads folder should be, as an operator might by mistake.
		writeFileSync(folder, "");
		await expect(
			saveUploads([{ name: `${randomUUID()}-320.webp`, content: Buffer.from("x") }]),
		).rejects.toThrow();
		expect(statSync(folder).isFile()).toBe(true);
		// A folder with the name of the upload makes the write fail.
		rmSync(folder);
		const name = `${randomUUID()}-320.webp`;
		mkdirSync(join(folder, name), { recursive: true });
		await expect(saveUploads([{ name, content: Buffer.from("x") }])).rejects.toThrow();
		expect(readdirSync(folder)).toEqual([name]);
	});

	test.each([
		"",
		"foto.webp",
		"../relevo.sqlite",
		`../${randomUUID()}-320.webp`,
		`${randomUUID()}-320.webp/../../x`,
		`${randomUUID()}-320.webp\n`,
		`${randomUUID()}-320.webp\0.txt`,
		`${randomUUID()}-320.svg`,
		`${randomUUID().toUpperCase()}-320.webp`,
		`/${randomUUID()}.webp`,
	])("%j is no valid name", async (name) => {
		expect(() => uploadPath(name)).toThrow("Not the name of an upload");
		await expect(saveUploads([{ name, content: Buffer.from("x") }])).rejects.toThrow(
			"Not the name of an upload",
		);
	});
});

describe("files and their rows", () => {
	const previous = `${randomUUID()}-320.webp`;
	const photoOf = async (id: string) =>
		(await db.selectFrom("users").select("photo").where("id", "=", id).executeTakeFirst())?.photo;
	let userId: string;
	let photo: string;
	let next: string;
	let upload: NewUpload;

	beforeEach(async () => {
		photo = randomUUID();
		next = `${photo}-320.webp`;
		upload = { name: next, content: Buffer.from("next") };
		await saveUploads([{ name: previous, content: Buffer.from("previous") }]);
		userId = (await makeUser()).id;
	});

	test("files are on the disk before the row is written, and the replaced one is erased after the commit", async () => {
		const result = await withUploads([upload], async (trx, discard) => {
			expect(readdirSync(folder).sort()).toEqual([previous, next].sort());
			await trx.updateTable("users").set({ photo }).where("id", "=", userId).execute();
			discard(previous);
			expect(readdirSync(folder).sort()).toEqual([previous, next].sort());
			return "saved";
		});
		expect(result).toBe("saved");
		expect(readdirSync(folder)).toEqual([next]);
		expect(await photoOf(userId)).toBe(photo);
	});

	test("a refused new file is erased", async () => {
		await withUploads([upload], async (_trx, discard) => discard(next));
		expect(readdirSync(folder)).toEqual([previous]);
	});

	test("a failed transaction erases the new files, and no discarded one", async () => {
		const work = withUploads([upload], async (trx, discard) => {
			await trx.updateTable("users").set({ photo }).where("id", "=", userId).execute();
			discard(previous);
			throw new Error("no luck");
		});
		await expect(work).rejects.toThrow("no luck");
		expect(readdirSync(folder)).toEqual([previous]);
		expect(await photoOf(userId)).toBeNull();
	});

	test("a broken database erases no file, because only the next start knows what was committed", async () => {
		const broken = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_FSYNC" });
		await expect(withUploads([upload], () => Promise.reject(broken))).rejects.toThrow(broken);
		expect(readdirSync(folder).sort()).toEqual([previous, next].sort());
	});

	test("a file that cannot be written leaves the rows alone", async () => {
		mkdirSync(join(folder, next));
		const writeRows = vi.fn();
		await expect(withUploads([upload], writeRows)).rejects.toThrow();
		expect(writeRows).not.toHaveBeenCalled();
	});
});

describe("the sweep", () => {
	/** Writes an upload that is `ageMs` milliseconds old. */
	function put(name: string, ageMs: number): string {
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, name), "x");
		const then = (Date.now() - ageMs) / 1000;
		utimesSync(join(folder, name), then, then);
		return name;
	}

	/** Everything in the uploads folder but the leftovers. */
	const present = () => readdirSync(folder).filter((name) => name !== "leftovers");
	/** What was put aside, of all days. */
	const aside = () =>
		readdirSync(join(folder, "leftovers"), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ name }) => name);

	test("puts files without a row aside after an hour; named, recent and foreign files stay", async () => {
		const photo = randomUUID();
		await makeUser({ photo });
		const picture = `${randomUUID()}.webp`;
		await db
			.insertInto("diagram_pictures")
			.values({ diagram_id: "3turnos", period: "2027-01", file: picture, hash: "a1", width: 1, height: 1 })
			.execute();
		const kept = [
			put(`${photo}-320.webp`, 5 * HOUR_MS),
			put(picture, 5 * HOUR_MS),
			put(`${randomUUID()}-320.webp`, HOUR_MS - 60_000),
			put(`${randomUUID()}-320.webp.tmp`, HOUR_MS - 60_000),
			put("léeme.txt", 5 * HOUR_MS),
		];
		const left = [
			put(`${randomUUID()}-320.webp`, HOUR_MS + 60_000),
			put(`${randomUUID()}-320.webp.tmp`, HOUR_MS + 60_000),
			put(`${randomUUID()}.webp`, 5 * HOUR_MS),
		];
		expect(await sweepUploads()).toEqual({ removed: left.length, broughtBack: 0 });
		expect(present().sort()).toEqual(kept.sort());
		expect(aside().sort()).toEqual(left.filter((name) => !name.endsWith(".tmp")).sort());
		expect(await sweepUploads()).toEqual({ removed: 0, broughtBack: 0 });
	});

	test("keeps both files of published and pending photos, and puts files without a row aside", async () => {
		const { id: user_id } = await makeUser();
		const { id: document_id } = await db
			.insertInto("documents")
			.values({ user_id, id_file: randomUUID(), title: "Carné", description: "x", created_at: 1 })
			.returning("id")
			.executeTakeFirstOrThrow();
		const kept: string[] = [];
		for (const [position, owner] of [document_id, null].entries()) {
			const id = randomUUID();
			const sha256 = String(position).repeat(64);
			await db
				.insertInto("document_images")
				.values({
					id,
					user_id,
					id_file: randomUUID(),
					document_id: owner,
					sha256,
					width: 1,
					height: 1,
					bytes: 2,
					created_at: 1,
					position,
				})
				.execute();
			for (const size of [1600, 320]) kept.push(put(`${id}-${size}.webp`, 5 * HOUR_MS));
			// A document's photo has only files of 1600 and 320 px. Other files with the photo's id must go.
			put(`${id}.webp`, 5 * HOUR_MS);
			put(`${id}-2000.webp`, 5 * HOUR_MS);
		}
		const photo = randomUUID();
		await makeUser({ photo });
		kept.push(put(`${photo}-320.webp`, 5 * HOUR_MS));
		put(`${photo}-1600.webp`, 5 * HOUR_MS);
		const orphan = randomUUID();
		for (const size of [1600, 320]) put(`${orphan}-${size}.webp`, 5 * HOUR_MS);
		expect(await sweepUploads()).toEqual({ removed: 7, broughtBack: 0 });
		expect(present().sort()).toEqual(kept.sort());
	});

	test("handles more files than one batch", async () => {
		const photos = Array.from({ length: 1100 }, () => randomUUID());
		const users = photos.map((photo) => ({
			id: randomUUID(),
			email: `${photo}@planta.example`,
			username: "soldador",
			provider_auth: "NORMAL" as const,
			photo,
			created_at: 1,
			updated_at: 1,
		}));
		await db.insertInto("users").values(users).execute();
		const kept = photos.map((photo) => put(`${photo}-320.webp`, 5 * HOUR_MS));
		const young = Array.from({ length: 20 }, () => put(`${randomUUID()}-320.webp`, 0));
		for (let n = 0; n < 700; n++) put(`${randomUUID()}-320.webp`, 5 * HOUR_MS);
		expect(await sweepUploads()).toEqual({ removed: 700, broughtBack: 0 });
		expect(present().sort()).toEqual([...kept, ...young].sort());
	});

	test("erases what was put aside after fourteen days, and brings back what a row names again", async () => {
		const [lost, found] = [randomUUID(), randomUUID()];
		for (const id of [lost, found]) put(`${id}-320.webp`, 5 * HOUR_MS);
		await sweepUploads();
		expect(present()).toEqual([]);
		await makeUser({ photo: found });
		expect(await sweepUploads()).toEqual({ removed: 0, broughtBack: 1 });
		expect(present()).toEqual([`${found}-320.webp`]);
		const [day = ""] = readdirSync(join(folder, "leftovers"));
		const end = Date.parse(day) + 15 * 24 * HOUR_MS;
		await sweepUploads(end);
		expect(aside()).toEqual([`${lost}-320.webp`]);
		// A disk that has no room to put more aside has some again.
		const waiting = put(`${randomUUID()}-320.webp`, 5 * HOUR_MS);
		writeFileSync(leftoversOf(end + 1), "no folder");
		await expect(sweepUploads(end + 1)).rejects.toThrow();
		expect(existsSync(join(folder, "leftovers", day))).toBe(false);
		for (const path of [leftoversOf(end + 1), join(folder, waiting)]) rmSync(path);
		await sweepUploads(end + 1);
		expect(readdirSync(folder)).toEqual(["leftovers", `${found}-320.webp`].sort());
		expect(aside()).toEqual([]);
	});

	test("a file that cannot be brought back holds up no other, and nothing is erased", async () => {
		const photos = Array.from({ length: 16 }, () => randomUUID());
		const names = photos.map((photo) => put(`${photo}-320.webp`, 5 * HOUR_MS));
		await sweepUploads();
		for (const photo of photos) await makeUser({ photo });
		const stuck = names.filter((_, index) => index % 2 === 0);
		for (const name of stuck) mkdirSync(join(folder, name));
		await expect(sweepUploads(Date.now() + 20 * 24 * HOUR_MS)).rejects.toThrow("EISDIR");
		expect(aside().sort()).toEqual(stuck.sort());
	});

	test("touches nothing when the database does not name most of the images", async () => {
		const photos = Array.from({ length: 10 }, () => randomUUID());
		for (const photo of photos) await makeUser({ photo });
		const last = put(`${randomUUID()}-320.webp`, 5 * HOUR_MS);
		const files = [
			last,
			...photos.map((photo) => put(`${photo}-320.webp`, 5 * HOUR_MS)),
			...Array.from({ length: 20 }, () => put(`${randomUUID()}-320.webp`, 5 * HOUR_MS)),
			put(`${randomUUID()}-320.webp.tmp`, 5 * HOUR_MS),
		];
		const { refusal, ...counts } = await sweepUploads();
		expect(refusal).toMatch(
			/^De 31 imágenes de .+ no nombra 21: .+: npm run restore -- --from \S+ --replace$/,
		);
		expect(counts).toEqual({ removed: 0, broughtBack: 0 });
		expect(areUploadsForeign()).toBe(true);
		expect(readdirSync(folder).sort()).toEqual(files.sort());
		rmSync(join(folder, last));
		expect(await sweepUploads()).toEqual({ removed: 21, broughtBack: 0 });
		expect(areUploadsForeign()).toBe(false);
	});

	test.each([
		[21, 41, true],
		[21, 42, false],
		[20, 20, false],
	])("%d images without a row of %d are too many to be its own: %s", (unnamed, files, isForeign) => {
		expect(isTooMuch(unnamed, files)).toBe(isForeign);
	});

	test("does nothing without a folder", async () => {
		expect(await sweepUploads()).toEqual({ removed: 0, broughtBack: 0 });
		expect(existsSync(folder)).toBe(false);
	});
});
