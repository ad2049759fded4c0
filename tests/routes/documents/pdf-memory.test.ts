import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import sharp from "sharp";
import { expect, test } from "vitest";
import { memorySettings } from "../../../scripts/memory-settings.mjs";
import { peakMemoryDuring, residentMegabytes } from "../../laboratory/figures/process-figures";
import { DOCUMENT, seedDocument, seedUser } from "../../support/accounts-on-disk";
import { pdfPages } from "../../support/images/pdf-pages";
import { send } from "../../support/server/http-client";
import { startServer, type TestServer } from "../../support/server/server";

const [PAGES, PX] = [10, 1600];

/** A person with a document of ten photos. */
function seedPaper({ databasePath, uploads }: TestServer, photo: Buffer) {
	const user = seedUser(databasePath);
	// Both have the same key, which is theirs alone.
	seedDocument(databasePath, user.id);
	mkdirSync(uploads, { recursive: true });
	const file = new SQLite(databasePath, { timeout: 5000 });
	const insert = file.prepare(
		`INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position)
		SELECT @id, user_id, id_file, id, @sha256, ${PX}, ${PX}, 1, 1, @position FROM documents WHERE user_id = @owner`,
	);
	for (let position = 0; position < PAGES; position++) {
		const id = randomUUID();
		insert.run({ id, position, owner: user.id, sha256: String(position).repeat(64) });
		writeFileSync(join(uploads, `${id}-1600.webp`), photo);
	}
	file.close();
	return user;
}

test("a PDF of ten pages takes at most 90 MB, also the first one, and two at once at most 400 MB", async () => {
	const noise = { type: "gaussian", mean: 128, sigma: 10 } as const;
	const photo = await sharp({ create: { width: PX, height: PX, channels: 3, background: "#888", noise } })
		.webp({ effort: 0 })
		.toBuffer();
	const server = await startServer(memorySettings);
	const people = [seedPaper(server, photo), seedPaper(server, photo)];
	const { pid = 0 } = server.process;
	const get = (path: string, { cookie }: { cookie: string }) =>
		send(server.origin, path, { headers: { cookie } });
	const downloadAll = (owners: typeof people) =>
		Promise.all(owners.map((owner) => get(`/auth/view-document/${DOCUMENT}/pdf`, owner)));
	for (const owner of people) expect((await get("/auth/my-documents", owner)).status).toBe(200);

	const before = residentMegabytes(pid);
	const one = await peakMemoryDuring(pid, () => downloadAll(people.slice(0, 1)));
	expect(one.most - before).toBeLessThan(90);
	const two = await peakMemoryDuring(pid, () => downloadAll(people));
	expect(two.most).toBeLessThan(400);
	for (const { status, body } of [...one.result, ...two.result]) {
		expect(status).toBe(200);
		const pages = await pdfPages(body);
		expect(pages).toHaveLength(PAGES);
		for (const { jpeg } of pages) expect(jpeg.length).toBeLessThanOrEqual(300_000);
	}
});
