import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { db, sqlite } from "~/lib/database/db.server";
import { takeToast } from "~/lib/http/toast.server";
import { action } from "~/routes/auth.my-account_.edit-profile";
import { loader } from "~/routes/images.$file";
import { makeUser, signedIn, signedInUser } from "../../support/accounts";
import { imageCorpus } from "../../support/images/image-corpus";
import { argsFor, responseOf } from "../../support/requests";
import { temporaryFolder } from "../../support/temporary-folder";

const PATH = "/auth/my-account/edit-profile";
const uploads = process.env.UPLOADS_DIR ?? "";
const folder = temporaryFolder();
const corpus = await imageCorpus(folder);

beforeEach(() => rmSync(uploads, { recursive: true, force: true }));

/** Posts the photo form as a browser does. */
function upload(
	content: Uint8Array,
	headers: Record<string, string>,
	fields: Record<string, string> = { intent: "photo" },
) {
	const body = new FormData();
	body.append("photo", new File([new Uint8Array(content)], "../../imagen.txt", { type: "text/html" }));
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	return send(body, headers);
}

function send(body: BodyInit, headers: Record<string, string>) {
	return responseOf(() => action(argsFor(PATH, {}, { method: "POST", body, headers })));
}

/** Asks for a file below /images. */
function see(file: string, headers: Record<string, string> = {}) {
	return responseOf(() => loader(argsFor(`/images/${encodeURIComponent(file)}`, { file }, { headers })));
}

async function photoOf({ id }: { id: string }): Promise<string | null> {
	const row = await db.selectFrom("users").select("photo").where("id", "=", id).executeTakeFirstOrThrow();
	return row.photo;
}

async function errorOf(answer: Response): Promise<string> {
	return (await answer.json()).result.error.photo.join();
}

/** The names in the uploads folder, which may not be there yet. */
function files(): string[] {
	try {
		return readdirSync(uploads);
	} catch {
		return [];
	}
}

const plain = (width: number, height: number, background = "#1b232c") =>
	sharp({ create: { width, height, channels: 3, background } });

const jpeg = await plain(60, 40).jpeg().toBuffer();

describe("a photo that is accepted", () => {
	test.each(["jpeg", "png", "webp"] as const)("a %s, under any name: 'Imagen cargada.'", async (format) => {
		const { user, headers } = await signedInUser();
		const answer = await upload(await plain(800, 600).toFormat(format).toBuffer(), headers);
		expect(answer).toRedirectTo(`${PATH}#foto`);
		const Cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
		const request = new Request("http://localhost:3000/", { headers: { Cookie } });
		expect((await takeToast(request)).toast).toEqual({ text: "Imagen cargada." });
		const photo = await photoOf(user);
		expect(files()).toEqual([`${photo}-320.webp`]);
		const path = join(uploads, `${photo}-320.webp`);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(await sharp(readFileSync(path)).metadata()).toMatchObject({
			format: "webp",
			width: 320,
			height: 240,
		});
	});

	test("is upright and has lost where it was taken", async () => {
		// The left half is red: turned upright, red is on top.
		const red = await plain(40, 60, "#f00").png().toBuffer();
		const photo = await plain(80, 60, "#00f")
			.composite([{ input: red, left: 0, top: 0 }])
			.withExif({ IFD0: { Software: "secretphone" }, IFD3: { GPSLatitude: "34/1 36/1 0/1" } })
			.withMetadata({ orientation: 6 })
			.jpeg()
			.toBuffer();
		await upload(photo, await signedIn(await makeUser()));
		const stored = readFileSync(join(uploads, files()[0] ?? ""));
		expect(stored.includes("secretphone")).toBe(false);
		expect((await sharp(stored).metadata()).exif).toBeUndefined();
		const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true });
		expect([info.width, info.height]).toEqual([60, 80]);
		expect(data[(10 * 60 + 30) * 3]).toBeGreaterThan(200);
		expect(data[(70 * 60 + 30) * 3 + 2]).toBeGreaterThan(200);
	});

	test("each of eighteen orientations replaces the one before, whose file is gone", async () => {
		const { user, headers } = await signedInUser();
		const names = readdirSync(join(corpus.folder, "exif-orientation")).filter((name) =>
			/_\d\.jpg$/.test(name),
		);
		expect(names.length).toBe(18);
		for (const name of names) {
			const before = await photoOf(user);
			const content = readFileSync(join(corpus.folder, "exif-orientation", name));
			expect(await upload(content, headers), name).toRedirectTo(`${PATH}#foto`);
			const photo = await photoOf(user);
			expect(photo).not.toBe(before);
			expect(files()).toEqual([`${photo}-320.webp`]);
			const { width = 0, height = 0 } = await sharp(readFileSync(join(uploads, files()[0] ?? ""))).metadata();
			expect(width > height, name).toBe(name.startsWith("Landscape"));
		}
	});

	test("two sent at once leave one, and one file", async () => {
		const { user, headers } = await signedInUser();
		await Promise.all(Array.from({ length: 6 }, () => upload(jpeg, headers)));
		expect(files()).toEqual([`${await photoOf(user)}-320.webp`]);
	});
});

describe("a photo that is refused", () => {
	const kinds: [string, Buffer, RegExp][] = [
		["an empty one", Buffer.alloc(0), /El archivo está vacío: elegí otra vez la imagen\.$/],
		["a text", Buffer.from("<?php hola ?>"), /no es una imagen JPEG, PNG o WebP/],
		["a GIF", Buffer.from("GIF89a;;;;;;;;;;;;"), /La imagen es GIF/],
		["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /La imagen es SVG/],
		["a PDF", Buffer.from("%PDF-1.7 "), /La imagen es PDF/],
		[
			"a HEIC",
			Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1"),
			/La imagen es HEIC.*El más compatible/,
		],
		["one cut off", jpeg.subarray(0, jpeg.length - 20), /dañada o incompleta/],
		["one too heavy", Buffer.concat([jpeg, Buffer.alloc(15 * 1_048_576)]), /pesa más de 15 MB/],
	];

	test.each(kinds)("%s: 400 beside the field, the photo before stays", async (_name, content, message) => {
		const { user, headers } = await signedInUser();
		await upload(jpeg, headers);
		const before = await photoOf(user);
		const answer = await upload(content, headers);
		expect(answer.status).toBe(400);
		const error = await errorOf(answer);
		expect(error).toMatch(/^Ocurrio un error al cargar la imagen\. /);
		expect(error).toMatch(message);
		expect(await photoOf(user)).toBe(before);
		expect(files()).toEqual([`${before}-320.webp`]);
	});

	test("two at once", async () => {
		const body = new FormData();
		for (let n = 0; n < 2; n++) body.append("photo", new File([new Uint8Array(jpeg)], "a.jpg"));
		body.append("intent", "photo");
		const answer = await send(body, await signedIn(await makeUser()));
		expect(answer.status).toBe(400);
		expect(await errorOf(answer)).toContain("Elegí una sola imagen.");
		expect(files()).toEqual([]);
	});

	test.each([
		["GOOGLE", "Google no permite cambiar imagen desde acá."],
		["FACEBOOK", "Facebook no permite cambiar imagen desde acá."],
	] as const)("that of an account of %s", async (provider, message) => {
		const photo = randomUUID();
		const user = await makeUser({ provider_auth: provider, password_hash: null, photo });
		const answer = await upload(jpeg, await signedIn(user));
		expect(answer.status).toBe(400);
		expect(await errorOf(answer)).toBe(message);
		expect(await photoOf(user)).toBe(photo);
		expect(files()).toEqual([]);
	});

	test("a stranger's: to the login, unread", async () => {
		const login = `/auth/login?redirectTo=${encodeURIComponent(PATH)}`;
		expect(await upload(jpeg, { Cookie: "" })).toRedirectTo(login);
		expect(files()).toEqual([]);
	});

	test("a form that is cut off, that is another one, or that has too many parts: 400, nothing kept", async () => {
		const headers = await signedIn(await makeUser());
		const type = { ...headers, "Content-Type": "multipart/form-data; boundary=b" };
		const start = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
		expect((await send(Buffer.concat([Buffer.from(start), jpeg]), type)).status).toBe(400);
		expect((await send("--b", type)).status).toBe(400);
		expect((await upload(jpeg, headers, {})).status).toBe(400);
		expect((await upload(jpeg, headers, { intent: "profile", realName: "Otra Persona" })).status).toBe(400);
		expect((await upload(jpeg, headers, { intent: "photo", a: "", b: "", c: "", d: "" })).status).toBe(400);
		expect(files()).toEqual([]);
	});

	test("one that cannot be kept: the form says so, and no file stays", async () => {
		const { user, headers } = await signedInUser();
		sqlite.pragma("query_only = ON");
		const answer = await upload(jpeg, headers).finally(() => sqlite.pragma("query_only = OFF"));
		expect(answer.status).toBe(500);
		expect(await errorOf(answer)).toMatch(/^Ocurrio un error al cargar la imagen\. Es un problema nuestro/);
		expect(await photoOf(user)).toBeNull();
		expect(files()).toEqual([]);
	});

	test("beyond two that are read and forty that wait: 503, and the form", async () => {
		const headers = await signedIn(await makeUser());
		const answers = await Promise.all(Array.from({ length: 50 }, () => upload(jpeg, headers)));
		const busy = answers.filter(({ status }) => status === 503);
		expect(busy.length).toBeGreaterThan(0);
		expect(busy[0]?.headers.get("Retry-After")).toBe("10");
		expect(busy[0] && (await errorOf(busy[0]))).toContain("Hay muchas personas subiendo imágenes.");
		expect(answers.filter(({ status }) => status === 303).length).toBe(50 - busy.length);
		expect(files().length).toBe(1);
	});
});

describe("seeing it", () => {
	async function withPhoto() {
		const { user, headers } = await signedInUser();
		await upload(jpeg, headers);
		return { headers, file: `${await photoOf(user)}-320.webp` };
	}

	test("I see mine, with headers that let nobody keep or use it otherwise", async () => {
		const { headers, file } = await withPhoto();
		const answer = await see(file, headers);
		expect(answer.status).toBe(200);
		expect(Object.fromEntries(answer.headers)).toEqual({
			"cache-control": "private, max-age=31536000, immutable",
			"content-disposition": 'inline; filename="foto.webp"',
			"content-security-policy": "default-src 'none'; sandbox",
			"content-type": "image/webp",
			"cross-origin-resource-policy": "same-origin",
			etag: `"${file}"`,
			vary: "Cookie",
			"x-content-type-options": "nosniff",
		});
		expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(join(uploads, file)))).toBe(true);
	});

	test("a browser that has it is told so: after the owner was asked for", async () => {
		const { headers, file } = await withPhoto();
		const known = { "If-None-Match": `"other", W/"${file}"` };
		const answer = await see(file, { ...headers, ...known });
		expect(answer.status).toBe(304);
		expect(answer.headers.get("ETag")).toBe(`"${file}"`);
		expect((await see(file, { ...(await signedIn(await makeUser())), ...known })).status).toBe(404);
		expect((await see(file, { ...headers, "If-None-Match": '"other"' })).status).toBe(200);
	});

	test("another's is not there, a stranger goes to the login, a replaced one is gone", async () => {
		const { headers, file } = await withPhoto();
		expect((await see(file, await signedIn(await makeUser()))).status).toBe(404);
		const login = `/auth/login?redirectTo=${encodeURIComponent(`/images/${file}`)}`;
		expect(await see(file)).toRedirectTo(login);
		await upload(jpeg, headers);
		expect((await see(file, headers)).status).toBe(404);
	});

	test("a row whose file is missing: 404", async () => {
		const { headers, file } = await withPhoto();
		rmSync(join(uploads, file));
		expect((await see(file, headers)).status).toBe(404);
	});

	test("no other spelling of a name reaches a file", async () => {
		const { headers, file } = await withPhoto();
		const id = file.slice(0, 36);
		for (const name of [
			"",
			id,
			`${id}.webp`,
			`${id}-1600.webp`,
			`${id}-0320.webp`,
			`${id}-320.WEBP`,
			`${id}-320.webp\n`,
			`${id}-320.webp\0`,
			`${id.toUpperCase()}-320.webp`,
			`../uploads/${file}`,
			`..%2f${file}`,
			`./${file}`,
			`${file}/..`,
			"../relevo.sqlite",
			"%-320.webp",
		]) {
			expect((await see(name, headers)).status, name).toBe(404);
		}
	});
});
