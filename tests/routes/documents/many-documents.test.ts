import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sqlite } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { addDays } from "~/lib/time/civil-date";
import { loader } from "~/routes/auth.my-documents";
import { makeUser, signedIn } from "../../support/accounts";
import { LIST } from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";
import { send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { planOf, watchStatements } from "../../support/statements";
import { todayIn } from "../../support/texts/today";

/** Number of documents that the tested user has. */
const MANY = 5000;
const MAX_HTML_BYTES = 150_000;

const server = serverForFile(ownData);
let headers: { Cookie: string };

beforeAll(async () => {
	const user = await makeUser();
	const neighbour = await makeUser();
	headers = await signedIn(user);
	const today = todayIn(env.TZ_APP);
	const insertDocument = sqlite.prepare(
		"INSERT INTO documents (user_id, id_file, title, description, expires_on, created_at) VALUES (?, ?, ?, ?, ?, ?)",
	);
	const insertImage = sqlite.prepare(
		"INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position) VALUES (?, ?, ?, ?, ?, 1600, 1200, 1, 1, ?)",
	);
	sqlite.transaction(() => {
		for (let n = 0; n < MANY; n++) {
			const idFile = randomUUID();
			const expiresOn = n % 3 === 0 ? addDays(today, (n % 700) - 350) : null;
			// Long texts, with characters that HTML must escape.
			const texts = [`<Documento & ${n}>`.padEnd(43, '"'), "<&>'ñ ".repeat(300)];
			const { lastInsertRowid } = insertDocument.run(user.id, idFile, ...texts, expiresOn, Math.floor(n / 3));
			insertDocument.run(neighbour.id, randomUUID(), ...texts, expiresOn, n);
			for (let position = 0; n >= MANY - 100 && position < 10; position++)
				insertImage.run(
					randomUUID(),
					user.id,
					idFile,
					lastInsertRowid,
					`${n}.${position}`.padEnd(64, "a"),
					position,
				);
		}
	})();
});

describe("the list of 5,000 documents", () => {
	test.each(["", "?q=documento", "?after=9999-12-31_1600_999999"])(
		"is a page of twenty, below 150 KB of HTML, with lazy thumbnails (%s)",
		async (query) => {
			const { status, text, body } = await send(server.origin, LIST + query, { headers });
			expect(status).toBe(200);
			expect(body.length).toBeLessThan(MAX_HTML_BYTES);
			expect(text.match(/<li id="fila-/g)).toHaveLength(20);
			const images = text.match(/<img [^>]*>/g) ?? [];
			expect(images.length).toBeLessThanOrEqual(20);
			for (const image of images) {
				expect(image).toMatch(/src="\/images\/[0-9a-f-]{36}-320\.webp"/);
				expect(image).toMatch(/width="320" height="240" loading="lazy"/);
			}
			expect(text).toContain('rel="next"');
		},
	);

	test("has 250 pages, without a missing or duplicate document", async () => {
		const seen = new Set<string>();
		let pages = 0;
		let after = "";
		do {
			const page = await (await responseOf(() => loader(argsFor(LIST + after, {}, { headers })))).json();
			for (const { idFile } of page.documents) seen.add(idFile);
			pages += 1;
			after = page.next && `?after=${page.next}`;
		} while (after && pages < 300);
		expect([pages, seen.size]).toEqual([250, MANY]);
	});
});

describe("its queries use the indexes", () => {
	/** Query plans of the SQL statements with which the list reads documents and their photos. */
	async function plansOf(query: string): Promise<string[]> {
		const statements = watchStatements();
		await responseOf(() => loader(argsFor(LIST + query, {}, { headers })));
		const queries = statements.end().filter(({ text }) => text.includes('"document'));
		return queries.map(({ text }) => planOf(text).join("; "));
	}

	test("for the first page and later pages, without sorting or reading other users' rows", async () => {
		const [page, images] = await plansOf("");
		const inOrder = "SEARCH documents USING INDEX documents_in_order";
		expect(page).toBe(`${inOrder} (user_id=?)`);
		expect(images).toBe("SEARCH document_images USING INDEX document_images_by_document (document_id=?)");
		const [later] = await plansOf("?after=2026-12-05_5_5");
		expect(later).toBe(`${inOrder} (user_id=? AND <expr>>?)`);
	});

	test("for a search, which reads the texts of this user only, and those found in the order of the list", async () => {
		const [texts, page] = await plansOf("?q=documento");
		const ofUser = "SEARCH documents USING INDEX documents_in_order (user_id=?)";
		expect(texts).toBe(ofUser);
		const found = "LIST SUBQUERY 1; SCAN json_each VIRTUAL TABLE INDEX 1:; CREATE BLOOM FILTER";
		expect(page).toBe(`${ofUser}; ${found}`);
	});
});
