import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { listDocuments } from "~/features/documents/document-list.server";
import { documentRecord } from "~/features/documents/document-record.server";
import { db, sqlite } from "~/lib/database/db.server";
import { deferPurge, purgeDeletedWords } from "~/lib/database/deleted-words.server";
import { deleteRecord } from "~/lib/records/deleted-records.server";
import { makeUser } from "../../support/accounts";

/** A word in Cyrillic, so that it shares no prefix with other words in the search index. */
const SECRET = "жжжж";

beforeEach(async () => {
	await db.deleteFrom("users").execute();
	await purgeDeletedWords();
});

/** Adds a user with `count` documents that contain the secret word and two hundred other words. */
async function withDocuments(count: number) {
	const user = await makeUser();
	const words = Array.from({ length: 200 }, (_, n) => `palabra${n}`).join(" ");
	const idFiles = Array.from({ length: count }, () => randomUUID());
	for (const id_file of idFiles) {
		const text = { title: "Carnet", description: `${words} ${SECRET}` };
		await db
			.insertInto("documents")
			.values({ user_id: user.id, id_file, ...text, created_at: 1 })
			.execute();
	}
	return { userId: user.id, idFiles };
}

const isInIndex = () =>
	sqlite
		.prepare<[Buffer], number>("SELECT count(*) FROM documents_search_data WHERE instr(block, ?) > 0")
		.pluck()
		.get(Buffer.from(SECRET)) !== 0;
/** FTS5's `secure-delete`: 1 erases deleted words at once, 0 erases them later. */
const forgetsAtOnce = () =>
	sqlite.prepare<[], number>("SELECT v FROM documents_search_config WHERE k = 'secure-delete'").pluck().get();
const checkIndex = () =>
	sqlite.exec("INSERT INTO documents_search (documents_search, rank) VALUES ('integrity-check', 1)");
const found = async (userId: string, search: string) =>
	(await listDocuments(userId, { search })).documents.length;

describe("the words of a deleted account", () => {
	test.each([1, 4, 5, 120])(
		"in %i documents are removed from the index with it, and other documents are still found",
		async (count) => {
			const other = await withDocuments(3);
			await db.updateTable("documents").set({ description: "Licencia de conducir" }).execute();
			const { userId } = await withDocuments(count);
			expect(isInIndex()).toBe(true);
			expect(await deleteAccount(userId)).toMatchObject({ documents: count });
			expect(isInIndex()).toBe(false);
			expect(forgetsAtOnce()).toBe(1);
			expect(await found(other.userId, "condu")).toBe(3);
			checkIndex();
		},
	);

	test("are removed from the index in steps, between which requests are served and documents are saved", async () => {
		for (let n = 0; n < 4; n++) await withDocuments(60);
		const { userId } = await withDocuments(60);
		let written = 0;
		const pending = new Set<number | undefined>();
		const write = setInterval(async () => {
			written += 1;
			pending.add(forgetsAtOnce());
			await db
				.updateTable("documents")
				.set({ title: `Carnet ${written}` })
				.where("id", "=", 1)
				.execute();
		}, 0);
		await deleteAccount(userId).finally(() => clearInterval(write));
		expect(pending).toContain(0);
		expect(forgetsAtOnce()).toBe(1);
		checkIndex();
	});

	test("are removed at the next start if the server was killed before, with words deleted since then", async () => {
		const [gone, stays] = [await withDocuments(10), await withDocuments(1)];
		await db.transaction().execute(async (trx) => {
			await deferPurge(trx);
			await trx.deleteFrom("documents").where("user_id", "=", gone.userId).execute();
		});
		expect(await found(gone.userId, SECRET)).toBe(0);
		expect(await deleteRecord(documentRecord, { userId: stays.userId, id: stays.idFiles[0] ?? "" })).toBe(
			true,
		);
		expect(isInIndex()).toBe(true);
		await purgeDeletedWords();
		expect(isInIndex()).toBe(false);
		expect(forgetsAtOnce()).toBe(1);
		checkIndex();
	});

	test("stay when the account could not be deleted; words of single documents are removed at once as before", async () => {
		const { userId, idFiles } = await withDocuments(5);
		sqlite.exec("CREATE TEMP TRIGGER broken AFTER DELETE ON users BEGIN SELECT RAISE(ABORT, 'x'); END");
		await expect(deleteAccount(userId).finally(() => sqlite.exec("DROP TRIGGER broken"))).rejects.toThrow(
			"x",
		);
		expect(await found(userId, SECRET)).toBe(5);
		expect(forgetsAtOnce()).toBe(1);
		for (const id of idFiles) await deleteRecord(documentRecord, { userId, id });
		expect(isInIndex()).toBe(false);
		checkIndex();
	});
});
