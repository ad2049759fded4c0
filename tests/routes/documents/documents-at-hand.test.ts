import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { db, sqlite } from "~/lib/database/db.server";
import { action as listAction } from "~/routes/auth.my-documents";
import { loader as gate } from "~/routes/auth.porteria";
import { action } from "~/routes/auth.view-document.$idFile";
import { formOf, makeUser, signedIn, signedInUser } from "../../support/accounts";
import {
	add,
	documentsOf,
	edit,
	imagesOf,
	LIST,
	photo,
	photos,
	withDocument,
} from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";
import { send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { toastOf } from "../../support/toasts";

const server = serverForFile(ownData);

const turn = (idFile: string, atHand: string, headers: Record<string, string>, query = "") =>
	responseOf(() =>
		action(
			argsFor(
				`/auth/view-document/${idFile}${query}`,
				{ idFile },
				formOf({ intent: "hand", atHand }, headers),
			),
		),
	);

const atGate = async (headers: Record<string, string>) =>
	(await responseOf(() => gate(argsFor("/auth/porteria", {}, { headers })))).json();

const see = async (headers: Record<string, string>) =>
	(await send(server.origin, "/auth/porteria", { headers: { cookie: headers.Cookie ?? "" } })).text;

describe("having a document at hand", () => {
	test("is switched on its page, which says so, and comes back there", async () => {
		const { user, headers, idFile } = await withDocument();
		const before = await documentsOf(user);
		const page = `/auth/view-document/${idFile}`;
		const on = await turn(idFile, "si", headers);
		expect(on).toRedirectTo(page);
		expect(await toastOf(on)).toEqual({ text: "Lo tenés a mano en la portería." });
		expect((await atGate(headers)).documents).toMatchObject([{ idFile, isAtHand: true }]);
		const off = await turn(idFile, "no", headers, "?redirectTo=/auth/my-documents?q=a");
		expect(off).toRedirectTo(`${page}?redirectTo=%2Fauth%2Fmy-documents%3Fq%3Da`);
		expect(await toastOf(off)).toEqual({ text: "Ya no está a mano." });
		expect((await atGate(headers)).documents).toEqual([]);
		expect(await documentsOf(user)).toEqual(before);
	});

	test("stays as it is when the document is edited", async () => {
		const { headers, idFile } = await withDocument();
		await turn(idFile, "si", headers);
		await edit(idFile, { title: "Otro título" }, headers);
		expect((await atGate(headers)).documents).toMatchObject([{ title: "Otro título" }]);
	});

	test("is for five documents at most, also when several are pressed at once", async () => {
		const { headers } = await signedInUser();
		const keys = Array.from({ length: 7 }, () => randomUUID());
		for (const idFile of keys) await add({ idFile }, headers);
		const answers = await Promise.all(keys.map((idFile) => turn(idFile, "si", headers)));
		const toasts = await Promise.all(answers.map(toastOf));
		const full = { text: "Ya tenés 5 a mano, que es lo máximo. Sacá uno de ellos primero.", kind: "error" };
		expect(toasts.filter((toast) => toast?.kind === "error")).toEqual([full, full]);
		const { documents } = await atGate(headers);
		expect(documents).toHaveLength(5);
		expect((await turn("sin-documento-ñ€", "si", headers)).status).toBe(404);
		// One that is at hand already takes no further place.
		expect((await toastOf(await turn(documents[0].idFile, "si", headers)))?.kind).toBeUndefined();
	});

	test("is not for another user's document, nor by any other value, and a failure is said", async () => {
		const { user, headers, idFile } = await withDocument();
		const other = await signedIn(await makeUser());
		expect((await turn(idFile, "si", other)).status).toBe(404);
		await add({ idFile }, other);
		expect(await turn(idFile, "si", other)).toRedirectTo(`/auth/view-document/${idFile}`);
		for (const value of ["", "1", "SI"]) expect((await turn(idFile, value, headers)).status).toBe(400);
		sqlite.pragma("query_only = ON");
		const failed = await turn(idFile, "si", headers).finally(() => sqlite.pragma("query_only = OFF"));
		expect([failed.status, await failed.json()]).toEqual([500, { notSwitched: true }]);
		// Simulates the error, because no request of this test can fill the disk.
		const broken = vi.spyOn(db, "transaction").mockImplementationOnce(() => {
			throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });
		});
		const full = await turn(idFile, "si", headers).finally(() => broken.mockRestore());
		expect([full.status, await full.json()]).toEqual([507, { notSwitched: true }]);
		expect((await documentsOf(user))[0]?.at_hand).toBe(0);
	});
});

describe("the page for the gate", () => {
	test("shows one screen a photo, the first to expire first, each with links to those beside it", async () => {
		const { user, headers } = await signedInUser();
		for (const [title, expiresOn, images] of [
			["Apto", "2090-01-01", await photos(1)],
			["Carnet", "2020-01-01", await photos(2, 3)],
		] as const) {
			const idFile = randomUUID();
			await add({ idFile, title, expiresOn, images }, headers);
			await edit(idFile, { title: "", images: [await photo(9)] }, headers);
			await turn(idFile, "si", headers);
		}
		const html = await see(headers);
		const saved = (await imagesOf(user)).filter(({ document_id }) => document_id !== null);
		const shown = Array.from(html.matchAll(/<img src="\/images\/([0-9a-f-]{36})-1600\.webp" alt="([^"]*)"/g));
		expect(shown.map(([, , alt]) => alt)).toEqual(["Foto 1 de Carnet", "Foto 2 de Carnet", "Foto 1 de Apto"]);
		expect(shown.map(([, id]) => id).sort()).toEqual(saved.map(({ id }) => id).sort());
		const names = Array.from(
			html.matchAll(/<section id="foto-\d" aria-label="([^"]*)"/g),
			([, name]) => name,
		);
		expect(names).toEqual(["Carnet, foto 1", "Carnet, foto 2", "Apto"]);
		const links = Array.from(html.matchAll(/href="(#foto-\d)"/g), ([, link]) => link);
		expect(links).toEqual(["#foto-3", "#foto-2", "#foto-1", "#foto-3", "#foto-2", "#foto-1"]);
		// The arrow of each link is at its outer side.
		const steps = Array.from(html.matchAll(/href="#foto-\d">(.*?)<\/a>/g), ([, step = ""]) =>
			step.replace(/<svg.*?#(\w+)".*?<\/svg>/g, "[$1]"),
		);
		expect(steps.slice(0, 2)).toEqual(["[left]Anterior", "Siguiente[right]"]);
		expect(Array.from(html.matchAll(/id="(foto-\d)"/g), ([, id]) => id)).toEqual([
			"foto-1",
			"foto-2",
			"foto-3",
		]);
		expect(html.match(/Vencido|Vigente/g)).toEqual(["Vencido", "Vencido", "Vigente"]);
	});

	test("has no script and no other part of the frame, so that a copy of it is whole", async () => {
		const { headers, idFile } = await withDocument();
		await turn(idFile, "si", headers);
		const html = await see(headers);
		expect(html).not.toMatch(/<script|<header|<footer|class="bar"/);
		expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
		expect(html).toContain('href="/auth/my-documents"');
	});

	test("says how to fill it while it is empty, and shows the words of a document without photos", async () => {
		const { headers, idFile } = await withDocument({ images: [], description: "Pase 20417" });
		expect(await see(headers)).toContain("Todavía no elegiste ningún documento.");
		await turn(idFile, "si", headers);
		expect(await see(headers)).toContain("Pase 20417");
	});

	test("shows five even when more are stored as at hand", async () => {
		const { user, headers } = await signedInUser();
		for (let count = 0; count < 6; count += 1) await add({}, headers);
		await db.updateTable("documents").set({ at_hand: 1 }).where("user_id", "=", user.id).execute();
		expect((await atGate(headers)).documents).toHaveLength(5);
	});

	test("has no place for a restored document when another has taken it meanwhile", async () => {
		const { user, headers } = await signedInUser();
		const keys = Array.from({ length: 6 }, () => randomUUID());
		for (const idFile of keys) await add({ idFile }, headers);
		const [first = "", ...others] = keys;
		for (const idFile of keys.slice(0, 5)) await turn(idFile, "si", headers);
		const change = (intent: string) =>
			responseOf(() => listAction(argsFor(LIST, {}, formOf({ intent, idFile: first }, headers))));
		await change("delete");
		await change("undo");
		expect((await atGate(headers)).documents).toHaveLength(5);
		await change("delete");
		await turn(others.at(-1) ?? "", "si", headers);
		await change("undo");
		const restored = (await documentsOf(user)).find(({ id_file }) => id_file === first);
		expect(restored?.at_hand).toBe(0);
		const atHand = (await atGate(headers)).documents.map(({ idFile }: { idFile: string }) => idFile);
		expect(atHand.sort()).toEqual(others.sort());
	});

	test("can be left by a document whose photos were all removed", async () => {
		const { user, headers, idFile } = await withDocument();
		await turn(idFile, "si", headers);
		await edit(idFile, { removeImages: (await imagesOf(user)).map(({ id }) => id) }, headers);
		expect((await atGate(headers)).documents).toMatchObject([{ idFile, images: [] }]);
		const cookie = headers.Cookie ?? "";
		const page = () => send(server.origin, `/auth/view-document/${idFile}`, { headers: { cookie } });
		expect((await page()).text).toContain("Sacar de la portería");
		await turn(idFile, "no", headers);
		expect((await page()).text).not.toMatch(/Sacar de la portería|Tener a mano/);
	});
});
