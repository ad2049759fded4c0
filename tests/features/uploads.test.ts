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
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/lib/db.server";
import { eraseUploads, saveUpload, sweepUploads, uploadPath } from "~/lib/uploads.server";
import { makeUser } from "../support/accounts";

const folder = process.env.UPLOADS_DIR ?? "";
const HOUR_MS = 3_600_000;

beforeEach(() => rmSync(folder, { recursive: true, force: true }));

describe("saving and erasing", () => {
	test("a file is whole, for nobody else on the machine, and alone in the folder", async () => {
		const name = `${randomUUID()}-320.webp`;
		await saveUpload(name, Buffer.from("content"));
		expect(readFileSync(join(folder, name), "utf8")).toBe("content");
		expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder)).toEqual([name]);
		await eraseUploads([name, `${randomUUID()}-320.webp`]);
		expect(readdirSync(folder)).toEqual([]);
	});

	test("what cannot be written leaves nothing behind", async () => {
		// A file where the folder should be, as an operator's mistake would have it.
		writeFileSync(folder, "");
		await expect(saveUpload(`${randomUUID()}-320.webp`, Buffer.from("x"))).rejects.toThrow();
		expect(statSync(folder).isFile()).toBe(true);
		// A folder that has the name already.
		rmSync(folder);
		const name = `${randomUUID()}-320.webp`;
		mkdirSync(join(folder, name), { recursive: true });
		await expect(saveUpload(name, Buffer.from("x"))).rejects.toThrow();
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
	])("%j is no name of a file", async (name) => {
		expect(() => uploadPath(name)).toThrow("Not the name of an upload");
		await expect(saveUpload(name, Buffer.from("x"))).rejects.toThrow("Not the name of an upload");
	});
});

describe("what a crash leaves", () => {
	/** Writes a file as it would be after some time. */
	function put(name: string, ageMs: number): string {
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, name), "x");
		const then = (Date.now() - ageMs) / 1000;
		utimesSync(join(folder, name), then, then);
		return name;
	}

	test("goes after an hour; what a row names, what is young and what is not ours stays", async () => {
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
		expect(await sweepUploads()).toBe(left.length);
		expect(readdirSync(folder).sort()).toEqual(kept.sort());
		expect(await sweepUploads()).toBe(0);
	});

	test("without a folder there is nothing to do", async () => {
		expect(await sweepUploads()).toBe(0);
		expect(existsSync(folder)).toBe(false);
	});
});
