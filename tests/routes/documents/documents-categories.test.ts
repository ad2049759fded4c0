import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { loader } from "~/routes/auth.my-documents";
import { signedInUser } from "../../support/accounts";
import { add, documentsOf, edit, LIST, photo } from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";
import { send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";

const server = serverForFile(ownData);
const today = formatShortDate(plantToday());

const titlesIn = async (query: string, headers: Record<string, string>) => {
	const { documents } = await (
		await responseOf(() => loader(argsFor(`${LIST}${query}`, {}, { headers })))
	).json();
	return documents.map(({ title }: { title: string }) => title);
};

describe("the kind of a document", () => {
	test("is 'otro' for a form that sends none, and any of the four otherwise", async () => {
		const { user, headers } = await signedInUser();
		await add({ idFile: randomUUID() }, headers);
		for (const category of ["carnet", "apto", "recibo", "otro"]) await add({ category }, headers);
		expect((await add({ category: "pase" }, headers)).status).toBe(400);
		expect((await documentsOf(user)).map(({ category }) => category)).toEqual([
			"otro",
			...["carnet", "apto", "recibo", "otro"],
		]);
	});

	test("filters the list by its address, also together with words; an unknown one filters nothing", async () => {
		const { headers } = await signedInUser();
		await add({ title: "Carnet de grúa", category: "carnet" }, headers);
		await add({ title: "Carnet de altura", category: "carnet" }, headers);
		await add({ title: "Recibo de grúa", category: "recibo" }, headers);
		expect(await titlesIn("?category=carnet", headers)).toEqual(["Carnet de altura", "Carnet de grúa"]);
		expect(await titlesIn("?category=carnet&q=grua", headers)).toEqual(["Carnet de grúa"]);
		expect(await titlesIn("?category=apto", headers)).toEqual([]);
		expect(await titlesIn("?category=pase", headers)).toHaveLength(3);
	});

	test("keeps the filter after an edit, and drops it when it would hide the document", async () => {
		const { headers } = await signedInUser();
		const idFile = randomUUID();
		await add({ idFile, category: "carnet" }, headers);
		const from = `?redirectTo=${encodeURIComponent(`${LIST}?category=carnet`)}`;
		const kept = await edit(idFile, { category: "carnet" }, headers, from);
		expect(kept).toRedirectTo(`${LIST}?open=${idFile}&category=carnet#fila-1`);
		const dropped = await edit(idFile, { category: "recibo" }, headers, from);
		expect(dropped).toRedirectTo(`${LIST}?open=${idFile}#fila-1`);
	});
});

describe("a photographed paper", () => {
	test("is saved with what the form proposes, so that nothing need be typed", async () => {
		const { user, headers } = await signedInUser();
		const page = `/auth/my-document/add-document?idFile=${randomUUID()}`;
		const { text } = await send(server.origin, page, { headers: { cookie: headers.Cookie ?? "" } });
		expect(text).toMatch(new RegExp(`<input[^>]* name="title"[^>]* value="Documento del ${today}"`));
		expect(text).toMatch(/<textarea[^>]*>Sin descripción\.<\/textarea>/);
		const sent = {
			title: `Documento del ${today}`,
			description: "Sin descripción.",
			images: [await photo()],
		};
		for (const category of ["otro", "carnet", "apto", "recibo"]) await add({ ...sent, category }, headers);
		expect((await documentsOf(user)).map(({ title }) => title)).toEqual([
			`Documento del ${today}`,
			`Carnet del ${today}`,
			`Apto médico del ${today}`,
			`Recibo del ${today}`,
		]);
	});

	test("that is sent twice is one document, and a typed title stays", async () => {
		const { user, headers } = await signedInUser();
		const sent = { idFile: randomUUID(), title: `Documento del ${today}`, category: "apto" };
		await add(sent, headers);
		await add(sent, headers);
		await add({ title: "Apto de Juan", category: "apto" }, headers);
		expect((await documentsOf(user)).map(({ title, edited_at }) => [title, edited_at])).toEqual([
			[`Apto médico del ${today}`, null],
			["Apto de Juan", null],
		]);
	});
});
