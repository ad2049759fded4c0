import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { documentSchema } from "~/features/documents/document-schemas";
import { sqlite } from "~/lib/database/db.server";
import { action } from "~/routes/auth.my-document.add-document";
import { makeUser, signedIn } from "../support/accounts";
import {
	ADD,
	add,
	documentBody,
	documentsOf,
	edit,
	filesInRows,
	imagesOf,
	photo,
	SAVED,
	uploadedFiles,
	withDocument,
} from "../support/document-forms";
import { argsFor, responseOf } from "../support/requests";

const columnsOf = (table: string) =>
	sqlite.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);

describe("fields that do not belong to the document form", () => {
	const columns = [...new Set([...columnsOf("documents"), ...columnsOf("document_images")])];
	const camel = columns.map((name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()));
	const names = [
		...new Set([...columns, ...camel, "userId", "isVerified", "isPending", "document", "image"]),
	].filter((name) => !(name in documentSchema.shape));

	/** A document form with more fields before and after its own: `value` under each of `names` that the form lacks. */
	function loaded(idFile: string, value: string, content: Uint8Array): FormData {
		const right = documentBody({ idFile, title: "Con más", images: [content] });
		const body = new FormData();
		const others = names.filter((name) => name !== "idFile");
		for (const name of others) body.append(name, value);
		for (const [name, field] of right) body.append(name, field);
		for (const name of others) body.append(name, value);
		return body;
	}

	test("cover every column of both tables", () => {
		expect(names).toEqual(expect.arrayContaining(["id", "user_id", "created_at", "reminded_days", "sha256"]));
	});

	test.each(["1", "7", "NOID", "2000-01-01", "another"])(
		"with the value '%s' change no row",
		async (value) => {
			const victim = await withDocument();
			const before = [await documentsOf(victim.user), await imagesOf(victim.user)];
			const { user, headers, idFile } = await withDocument();
			const [made] = await documentsOf(user);
			const [stored] = await imagesOf(user);
			const asked = value === "another" ? victim.user.id : value;
			expect(await edit(idFile, loaded(idFile, asked, await photo(2)), headers)).toRedirectTo(SAVED);
			expect(await add(loaded(randomUUID(), asked, await photo(3)), headers)).toRedirectTo(SAVED);
			const [edited, added, ...more] = await documentsOf(user);
			expect(more).toEqual([]);
			expect(edited).toEqual({ ...made, title: "Con más", edited_at: expect.any(Number) });
			expect(edited?.edited_at).toBeGreaterThan(1_600_000_000_000);
			expect(added).toMatchObject({
				user_id: user.id,
				expires_on: null,
				reminded_days: null,
				edited_at: null,
			});
			expect(added?.created_at).toBeGreaterThan(1_600_000_000_000);
			const images = await imagesOf(user);
			expect(images).toHaveLength(3);
			expect(images).toContainEqual(stored);
			for (const image of images) expect(image).toMatchObject({ width: 40, height: 30, user_id: user.id });
			expect([await documentsOf(victim.user), await imagesOf(victim.user)]).toEqual(before);
		},
	);

	test("'removeImages' removes neither another user's photo nor one of the user's other documents", async () => {
		const victim = await withDocument();
		const mine = await withDocument();
		const second = randomUUID();
		await add({ idFile: second, images: [await photo(5)] }, mine.headers);
		const removeImages = [...(await imagesOf(victim.user)), ...(await imagesOf(mine.user))].map(
			({ id }) => id,
		);
		expect(await edit(second, { removeImages: [...removeImages, "%", "*", ""] }, mine.headers)).toRedirectTo(
			SAVED,
		);
		expect(await imagesOf(victim.user)).toHaveLength(1);
		expect(await imagesOf(mine.user)).toMatchObject([{ id_file: mine.idFile }]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});
});

describe("field names that break parsers", () => {
	const part = (name: string, value = "1") =>
		`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const sendRaw = (body: string, headers: Record<string, string>) =>
		responseOf(() => action(argsFor(ADD, {}, { method: "POST", headers, body })));
	const killers: [what: string, parts: string][] = [
		["an index of four thousand millions", part("a[4294967294]")],
		["the same of a field of ours", part("title[4294967294]") + part("images[4294967294]")],
		["five thousand levels", part(`title${"[0]".repeat(600)}`) + part(`title${".a".repeat(900)}`)],
		["a prototype", part("__proto__") + part("__proto__[x]") + part("constructor.prototype.x")],
		["an intent of conform's", part("__intent__", '{"type":"insert","payload":{"name":"a[4294967294]"}}')],
		["a broken one", part("__intent__", "{") + part("__intent__", "[".repeat(10_000))],
		["seventy fields", part("k").repeat(70)],
		[
			"fields of ours again and again",
			part("title", "Otro").repeat(30) + part("removeImages", "x").repeat(30),
		],
	];

	test.each(killers)("%s: ignored as an unknown field", async (_what, parts) => {
		const user = await makeUser();
		const headers = { ...(await signedIn(user)), "Content-Type": "multipart/form-data; boundary=x" };
		const right = part("idFile", randomUUID()) + part("title", "Licencia") + part("description", "D1");
		const body = `${parts}${right}--x--\r\n`;
		expect(await sendRaw(body, headers)).toRedirectTo(SAVED);
		expect(await documentsOf(user)).toMatchObject([{ title: "Licencia", description: "D1" }]);
	});

	test.each([
		["a hundred thousand fields", part("k").repeat(100_000)],
		["a name of a megabyte", part("a".repeat(1_048_576))],
		["a text of a megabyte", part("title", "a".repeat(1_048_576))],
		["a text longer than any field takes", part("description", "a".repeat(65_537))],
		[
			"an id longer than that",
			part("removeImages", "a".repeat(65_537)) + part("title", "Licencia") + part("description", "D1"),
		],
	])("%s: refused, nothing kept", async (_what, parts) => {
		const user = await makeUser();
		const headers = { ...(await signedIn(user)), "Content-Type": "multipart/form-data; boundary=x" };
		const body = `${part("idFile", randomUUID())}${parts}--x--\r\n`;
		expect((await sendRaw(body, headers)).status).toBe(400);
		expect(await documentsOf(user)).toEqual([]);
	});
});
