import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loader as view } from "~/routes/auth.view-document.$idFile";
import { loader as seeImage } from "~/routes/images.$file";
import {
	add,
	documentsOf,
	edit,
	filesInRows,
	imagesOf,
	photo,
	uploadedFiles,
	withDocument,
} from "../support/document-forms";
import { argsFor, responseOf } from "../support/requests";

describe("names that traverse paths", () => {
	const targets = ["etc/passwd", "relevo.sqlite", "x.webp", "uploads/x", "con", "a\0.webp"];
	const climbs = [
		"../",
		"..\\",
		"..%2f",
		"%2e%2e%2f",
		"..%252f",
		"....//",
		".../...//",
		"..;/",
		"..%c0%af",
		"..／",
	];
	const starts = ["", "/", "\\", "./", "C:\\", "file:///", "\\\\host\\", "~/", "//", "\0", "%00"];
	const payloads = starts.flatMap((start) =>
		climbs.flatMap((climb) =>
			[1, 5].flatMap((depth) => targets.map((target) => `${start}${climb.repeat(depth)}${target}`)),
		),
	);
	const folder = dirname(process.env.UPLOADS_DIR ?? "");
	// The server must not delete this file, which a path with ".." could reach.
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "x.webp"), "stays");

	test("over 1,000, as the name of an image or as an idFile, in an address and in a form, have status 404 or 400", async () => {
		expect(payloads.length).toBeGreaterThan(1000);
		const { user, headers } = await withDocument();
		const passed: string[] = [];
		for (const payload of payloads) {
			const path = `/${encodeURIComponent(payload)}`;
			const image = await responseOf(() => seeImage(argsFor(path, { file: payload }, { headers })));
			const page = await responseOf(() => view(argsFor(path, { idFile: payload }, { headers })));
			const made = await add({ idFile: payload }, headers);
			if (image.status !== 404 || page.status !== 404 || made.status !== 400) passed.push(payload);
		}
		expect(passed).toEqual([]);
		expect(await documentsOf(user)).toHaveLength(1);
	});

	test("as the file name of a photo or as a photo to remove change nothing: the photo is stored under a random name", async () => {
		const { user, headers, idFile } = await withDocument();
		const before = readdirSync(folder).sort();
		const content = new Uint8Array(await photo(2));
		for (let at = 0; at < payloads.length; at += 10) {
			const names = payloads.slice(at, at + 10);
			// Only the first file of each form contains a photo: decoding a photo for every name would take a minute.
			const images = names.map((name, index) => new File([index === 0 ? content : "GIF89a"], name));
			expect((await edit(idFile, { removeImages: names, images }, headers)).status).toBe(400);
		}
		expect(await imagesOf(user)).toHaveLength(2);
		for (const name of uploadedFiles()) expect(name).toMatch(/^[0-9a-f-]{36}-(1600|320)\.webp$/);
		expect(uploadedFiles()).toEqual(await filesInRows());
		expect(readdirSync(folder).sort()).toEqual(before);
		expect(readFileSync(join(folder, "x.webp"), "utf8")).toBe("stays");
	});
});
