import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { endAllSessions } from "~/features/auth/passwords/credentials.server";
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

/** Posts the form of the profile photo, with a misleading file name and content type. */
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
	return responseOf(() => action(argsFor(PATH, {}, { method: "POST", body, headers, duplex: "half" })));
}

/** Requests an image file below /images from its loader. */
function see(file: string, headers: Record<string, string> = {}) {
	return responseOf(() => loader(argsFor(`/images/${encodeURIComponent(file)}`, { file }, { headers })));
}

async function photoOf({ id }: { id: string }): Promise<string | null> {
	const row = await db.selectFrom("users").select("photo").where("id", "=", id).executeTakeFirstOrThrow();
	return row.photo;
}

async function errorOf(response: Response): Promise<string> {
	return (await response.json()).result.error.photo.join();
}

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

describe("an accepted photo", () => {
	test.each(["jpeg", "png", "webp"] as const)(
		"may be a %s under any name: 'Imagen cargada.'",
		async (format) => {
			const { user, headers } = await signedInUser();
			const response = await upload(await plain(800, 600).toFormat(format).toBuffer(), headers);
			expect(response).toRedirectTo(`${PATH}#foto`);
			const Cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
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
		},
	);

	test("is stored upright and without its location", async () => {
		// Makes a photo that is stored with its red half on the left, and shown with the red half on top.
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

	test("replaces the previous one, whose file is removed, in each of eighteen orientations", async () => {
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

	test("is the only one, with one file, after six uploads at once", async () => {
		const { user, headers } = await signedInUser();
		await Promise.all(Array.from({ length: 6 }, () => upload(jpeg, headers)));
		expect(files()).toEqual([`${await photoOf(user)}-320.webp`]);
	});
});

describe("a refused photo", () => {
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
		["a truncated one", jpeg.subarray(0, jpeg.length - 20), /dañada o incompleta/],
		["one of more than 15 MB", Buffer.concat([jpeg, Buffer.alloc(15 * 1_048_576)]), /pesa más de 15 MB/],
	];

	test.each(kinds)(
		"%s: 400 with the error beside the field, and the previous photo stays",
		async (_name, content, message) => {
			const { user, headers } = await signedInUser();
			await upload(jpeg, headers);
			const before = await photoOf(user);
			const response = await upload(content, headers);
			expect(response.status).toBe(400);
			const error = await errorOf(response);
			expect(error).toMatch(/^Ocurrio un error al cargar la imagen\. /);
			expect(error).toMatch(message);
			expect(await photoOf(user)).toBe(before);
			expect(files()).toEqual([`${before}-320.webp`]);
		},
	);

	test("no file, as a browser sends a field without one: 400", async () => {
		const field = (name: string, rest: string, text: string) =>
			`--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${text}\r\n`;
		const none = field("photo", '; filename=""\r\nContent-Type: application/octet-stream', "");
		const headers = {
			...(await signedIn(await makeUser())),
			"Content-Type": "multipart/form-data; boundary=b",
		};
		const response = await send(`${none}${field("intent", "", "photo")}--b--\r\n`, headers);
		expect(response.status).toBe(400);
		expect(await errorOf(response)).toContain("Elegí primero una imagen.");
	});

	test("a file of another field is none: 400", async () => {
		const body = new FormData();
		body.append("other", new File([new Uint8Array(jpeg)], "a.jpg"));
		body.append("intent", "photo");
		const response = await send(body, await signedIn(await makeUser()));
		expect(response.status).toBe(400);
		expect(await errorOf(response)).toContain("Elegí primero una imagen.");
	});

	test("two files in one form: 400", async () => {
		const body = new FormData();
		for (let n = 0; n < 2; n++) body.append("photo", new File([new Uint8Array(jpeg)], "a.jpg"));
		body.append("intent", "photo");
		const response = await send(body, await signedIn(await makeUser()));
		expect(response.status).toBe(400);
		expect(await errorOf(response)).toContain("Elegí una sola imagen.");
		expect(files()).toEqual([]);
	});

	test.each([
		["GOOGLE", "Google no permite cambiar imagen desde acá."],
		["FACEBOOK", "Facebook no permite cambiar imagen desde acá."],
	] as const)("a photo for an account of %s: 400", async (provider, message) => {
		const photo = randomUUID();
		const user = await makeUser({ provider_auth: provider, password_hash: null, photo });
		const response = await upload(jpeg, await signedIn(user));
		expect(response.status).toBe(400);
		expect(await errorOf(response)).toBe(message);
		expect(await photoOf(user)).toBe(photo);
		expect(files()).toEqual([]);
	});

	test("a form without a session redirects to the login, and its body is not read", async () => {
		const login = `/auth/login?redirectTo=${encodeURIComponent(PATH)}`;
		expect(await upload(jpeg, { Cookie: "" })).toRedirectTo(login);
		expect(files()).toEqual([]);
	});

	test("a photo that arrives after all sessions were ended changes nothing, and redirects to the login", async () => {
		const { user, headers } = await signedInUser();
		await upload(jpeg, headers);
		const before = [await photoOf(user), files()];
		const form = new FormData();
		form.append("photo", new File([new Uint8Array(await plain(50, 50).png().toBuffer())], "otra.png"));
		form.append("intent", "photo");
		const sent = new Response(form);
		const bytes = new Uint8Array(await sent.arrayBuffer());
		const body = new ReadableStream(
			{
				async pull(controller) {
					await endAllSessions(user.id);
					controller.enqueue(bytes);
					controller.close();
				},
			},
			{ highWaterMark: 0 },
		);
		const type = { "Content-Type": sent.headers.get("Content-Type") ?? "" };
		expect(await send(body, { ...headers, ...type })).toRedirectTo(/^\/auth\/login/);
		expect([await photoOf(user), files()]).toEqual(before);
	});

	test("a truncated form, another form, or one with too many parts: 400, and nothing is stored", async () => {
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

	test("a photo that the database cannot store: the form shows an error, and no file stays", async () => {
		const { user, headers } = await signedInUser();
		sqlite.pragma("query_only = ON");
		const response = await upload(jpeg, headers).finally(() => sqlite.pragma("query_only = OFF"));
		expect(response.status).toBe(500);
		expect(await errorOf(response)).toMatch(/^Ocurrio un error al cargar la imagen\. Es un problema nuestro/);
		expect(await photoOf(user)).toBeNull();
		expect(files()).toEqual([]);
	});

	test("a full upload queue, with sixteen running and forty waiting: 503 with the form", async () => {
		const headers = await signedIn(await makeUser());
		// Small forms never wait: five comments of 64 KB make the photo a large one.
		const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533)]);
		const comments = Array.from({ length: 5 }, () => comment);
		const large = Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
		const responses = await Promise.all(Array.from({ length: 60 }, () => upload(large, headers)));
		const busy = responses.filter(({ status }) => status === 503);
		expect(busy.length).toBeGreaterThan(0);
		expect(busy[0]?.headers.get("Retry-After")).toBe("10");
		expect(busy[0] && (await errorOf(busy[0]))).toContain("Hay muchas personas subiendo imágenes.");
		expect(responses.filter(({ status }) => status === 303).length).toBe(60 - busy.length);
		expect(files().length).toBe(1);
	});
});

describe("the photo file", () => {
	async function withPhoto() {
		const { user, headers } = await signedInUser();
		await upload(jpeg, headers);
		return { headers, file: `${await photoOf(user)}-320.webp` };
	}

	test("is served to its owner, with headers against shared caches and other sites", async () => {
		const { headers, file } = await withPhoto();
		const response = await see(file, headers);
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toEqual({
			"cache-control": "private, max-age=86400",
			"content-disposition": 'inline; filename="foto.webp"',
			"content-security-policy": "default-src 'none'; sandbox",
			"content-type": "image/webp",
			"cross-origin-resource-policy": "same-origin",
			etag: `"${file}"`,
			vary: "Cookie",
			"x-content-type-options": "nosniff",
		});
		expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(join(uploads, file)))).toBe(true);
	});

	test("gets status 304 for a known ETag, after a check of the owner", async () => {
		const { headers, file } = await withPhoto();
		const known = { "If-None-Match": `"other", W/"${file}"` };
		const response = await see(file, { ...headers, ...known });
		expect(response.status).toBe(304);
		expect(response.headers.get("ETag")).toBe(`"${file}"`);
		expect((await see(file, { ...(await signedIn(await makeUser())), ...known })).status).toBe(404);
		expect((await see(file, { ...headers, "If-None-Match": '"other"' })).status).toBe(200);
	});

	test("has status 404 for other users and after a replacement, and redirects a visitor without a session to the login", async () => {
		const { headers, file } = await withPhoto();
		expect((await see(file, await signedIn(await makeUser()))).status).toBe(404);
		const login = `/auth/login?redirectTo=${encodeURIComponent(`/images/${file}`)}`;
		expect(await see(file)).toRedirectTo(login);
		await upload(jpeg, headers);
		expect((await see(file, headers)).status).toBe(404);
	});

	test("has status 404 when the file is missing", async () => {
		const { headers, file } = await withPhoto();
		rmSync(join(uploads, file));
		expect((await see(file, headers)).status).toBe(404);
	});

	test("is not found by any other spelling of its name", async () => {
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
