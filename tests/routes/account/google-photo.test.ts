import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { copyGooglePhoto, pictureAddress } from "~/features/account/google-accounts.server";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { saveUploads, uploadPath } from "~/lib/images/uploads.server";
import { makeUser } from "../../support/accounts";
import { freePort } from "../../support/server/ports.mjs";

/** Tests that the program copies a Google picture only for a user without a photo, and only from Google's hosts. */

const good = "https://lh3.googleusercontent.com/a/ACg8ocK=s96-c";

describe("the accepted picture addresses", () => {
	test.each([
		[good, "https://lh3.googleusercontent.com/a/ACg8ocK=s320-c"],
		[
			"https://lh4.googleusercontent.com/-x/AAA/photo.jpg",
			"https://lh4.googleusercontent.com/-x/AAA/photo.jpg",
		],
		["https://LH5.GoogleUserContent.com/a/b", "https://lh5.googleusercontent.com/a/b"],
		["https://lh6.googleusercontent.com:443/a/b", "https://lh6.googleusercontent.com/a/b"],
		[
			"https://lh3.googleusercontent.com/".padEnd(2000, "a"),
			"https://lh3.googleusercontent.com/".padEnd(2000, "a"),
		],
	])("%s", (address, expected) => expect(pictureAddress(address)).toBe(expected));

	const hostile = [
		"",
		" ",
		"/a/b",
		"//lh3.googleusercontent.com/a",
		"lh3.googleusercontent.com/a",
		"http://lh3.googleusercontent.com/a",
		"ftp://lh3.googleusercontent.com/a",
		"file:///etc/passwd",
		"file://lh3.googleusercontent.com/etc/passwd",
		"data:image/png;base64,AAAA",
		"blob:https://lh3.googleusercontent.com/1",
		"javascript:alert(1)",
		"gopher://127.0.0.1:25/",
		"https://localhost/a",
		"https://127.0.0.1/a",
		"https://127.1/a",
		"https://2130706433/a",
		"https://0x7f000001/a",
		"https://0177.0.0.1/a",
		"https://0/a",
		"https://0.0.0.0/a",
		"https://[::1]/a",
		"https://[::]/a",
		"https://[::ffff:127.0.0.1]/a",
		"https://[::ffff:a9fe:a9fe]/a",
		"https://[fd00:ec2::254]/latest/meta-data/",
		"http://169.254.169.254/latest/meta-data/",
		"https://169.254.169.254/latest/meta-data/",
		"https://169.254.169.254.nip.io/",
		"https://metadata.google.internal/computeMetadata/v1/",
		"https://metadata/computeMetadata/v1/",
		"https://100.100.100.200/",
		"https://10.0.0.1/a",
		"https://192.168.1.1/a",
		"https://172.17.0.1:2375/containers/json",
		"https://googleusercontent.com/a",
		"https://www.googleusercontent.com/a",
		"https://lh1.googleusercontent.com/a",
		"https://lh7.googleusercontent.com/a",
		"https://lh33.googleusercontent.com/a",
		"https://lh3.google.com/a",
		"https://lh3-googleusercontent.com/a",
		"https://lh3xgoogleusercontent.com/a",
		"https://xlh3.googleusercontent.com/a",
		"https://lh3.googleusercontent.com.evil.example/a",
		"https://lh3.googleusercontent.comevil.example/a",
		"https://evil.example/lh3.googleusercontent.com",
		"https://evil.example/?https://lh3.googleusercontent.com/a",
		"https://evil.example/#lh3.googleusercontent.com",
		"https://evil.example#@lh3.googleusercontent.com/a",
		"https://evil.example\\@lh3.googleusercontent.com/a",
		"https://evil.example\\lh3.googleusercontent.com/a",
		"https://lh3.googleusercontent.com@evil.example/a",
		"https://lh3.googleusercontent.com:443@evil.example/a",
		"https://lh3.googleusercontent.com%2f@evil.example/a",
		"https://lh3.googleusercontent.com%00.evil.example/a",
		"https://lh3.googleusercontent.com%23.evil.example/a",
		"https://user@lh3.googleusercontent.com/a",
		"https://user:word@lh3.googleusercontent.com/a",
		"https://:word@lh3.googleusercontent.com/a",
		"https://lh3.googleusercontent.com:80/a",
		"https://lh3.googleusercontent.com:8443/a",
		"https://lh3.googleusercontent.com:25/a",
		"https://lh3.googleusercontent.com./a",
		"https://lh3..googleusercontent.com/a",
		"https://.lh3.googleusercontent.com/a",
		"https://34.1.2.3.bc.googleusercontent.com/a",
		"https://lh3.bc.googleusercontent.com/a",
		"https://a.lh3.googleusercontent.com/a",
		"https://lh3.googleusercontent.com\u3002evil.example/a",
		"https://lh3.googleusercontent.соm/a",
		"https://lh3.g\u043e\u043egleusercontent.com/a",
		"https://lh3.googleusercontent.com\u0000.evil.example/a",
		"https:// lh3.googleusercontent.com/a",
		"https://lh3.googleusercontent.com/".padEnd(2001, "a"),
	];
	test.each(hostile)("exclude %j", (address) => expect(pictureAddress(address)).toBeUndefined());
	test("are tested with at least sixty hostile addresses", () =>
		expect(new Set(hostile).size).toBeGreaterThanOrEqual(60));
});

/** A server on loopback, to which the test directs the requests for Google's host. */
let host: Server;
let port: number;
let googleHandler: RequestListener;
const requests: string[] = [];
const output = vi.spyOn(process.stdout, "write");

beforeAll(async () => {
	host = createServer((request, response) => {
		requests.push(request.url ?? "");
		googleHandler(request, response);
	});
	port = await freePort();
	await new Promise<void>((resolve) => host.listen(port, "127.0.0.1", resolve));
});
afterAll(() => {
	host.closeAllConnections();
	host.close();
});
beforeEach(() => {
	requests.length = 0;
	output.mockReset().mockReturnValue(true);
});
afterEach(() => host.closeAllConnections());

const directFetch = fetch;
vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
	const { pathname } = new URL(String(address));
	return directFetch(`http://127.0.0.1:${port}${pathname}`, init);
});

const photoOf = async (id: string) =>
	(await db.selectFrom("users").select("photo").where("id", "=", id).executeTakeFirst())?.photo;

function files(): string[] {
	try {
		return readdirSync(env.UPLOADS_DIR).sort();
	} catch {
		return [];
	}
}

function picture(width = 640, height = 480): Promise<Buffer> {
	return sharp({ create: { width, height, channels: 3, background: "#b45f06" } })
		.jpeg()
		.withExif({ IFD0: { Artist: "secret place" } })
		.toBuffer();
}

describe("a Google picture", () => {
	test("becomes the profile photo: re-encoded, small, without metadata, in a stored file", async () => {
		const jpeg = await picture();
		googleHandler = (_, response) => response.end(jpeg);
		const { id } = await makeUser();
		await copyGooglePhoto(id, good);
		const photo = await photoOf(id);
		expect(photo).toMatch(/^[0-9a-f-]{36}$/);
		const file = readFileSync(uploadPath(`${photo}-320.webp`));
		const { format, width, height, exif } = await sharp(file).metadata();
		expect({ format, width, height, exif }).toEqual({
			format: "webp",
			width: 320,
			height: 240,
			exif: undefined,
		});
		expect(requests).toEqual(["/a/ACg8ocK=s320-c"]);
		expect(output).not.toHaveBeenCalled();
	});

	test("never replaces a photo that the user has, and leaves no file", async () => {
		const jpeg = await picture();
		const { id } = await makeUser();
		const own = crypto.randomUUID();
		await saveUploads([{ name: `${own}-320.webp`, content: Buffer.from("their own") }]);
		// The user uploads a photo while Google's picture is being loaded.
		googleHandler = async (_, response) => {
			await db.updateTable("users").set({ photo: own }).where("id", "=", id).execute();
			response.end(jpeg);
		};
		const before = files();
		await copyGooglePhoto(id, good);
		expect(await photoOf(id)).toBe(own);
		expect(files()).toEqual(before);
	});

	test("leaves no file when the account is deleted during the download", async () => {
		const jpeg = await picture();
		googleHandler = (_, response) => response.end(jpeg);
		const before = files();
		await copyGooglePhoto(crypto.randomUUID(), good);
		expect(requests).toHaveLength(1);
		expect(files()).toEqual(before);
	});
});

describe("a refused picture changes nothing", () => {
	test.each([
		["loopback", "http://127.0.0.1:25/"],
		["the cloud's metadata", "http://169.254.169.254/latest/meta-data/"],
		["none", ""],
	])("is not requested from another host (%s)", async (_, address) => {
		const { id } = await makeUser();
		googleHandler = (_request, response) => response.end("x");
		await copyGooglePhoto(id, address);
		expect(requests).toEqual([]);
		expect(await photoOf(id)).toBeNull();
		expect(output).not.toHaveBeenCalled();
	});

	test.each<[string, RequestListener, code?: string]>([
		["a redirect to loopback", (_, response) => response.writeHead(302, { Location: "/inside" }).end()],
		[
			"a redirect to the metadata",
			(_, response) => response.writeHead(301, { Location: "http://169.254.169.254/" }).end(),
		],
		["status 404 with a picture", async (_, response) => response.writeHead(404).end(await picture())],
		["status 500", (_, response) => response.writeHead(500).end("x")],
		["an empty response", (_, response) => response.end()],
		["a page", (_, response) => response.end("<!doctype html><title>x</title>")],
		["an SVG", (_, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
		["half a picture", async (_, response) => response.end((await picture()).subarray(0, 900))],
		["a closed connection", (request) => request.socket.destroy()],
		[
			"a stream without end",
			(_, response) => {
				const chunk = Buffer.alloc(256 * 1024, 0xff);
				const pump = () => {
					while (!response.destroyed && response.write(chunk));
				};
				response.on("drain", pump);
				pump();
			},
			// Not by the time limit, until which it would fill the memory.
			"too_large",
		],
		[
			"a size that lies",
			(_, response) => {
				response.writeHead(200, { "Content-Length": 1_000_000_000 }).write(Buffer.alloc(6 * 1_048_576));
			},
		],
		["no response", () => {}],
	])("%s", async (_, listener, code = "") => {
		googleHandler = listener;
		const { id } = await makeUser();
		const before = files();
		await copyGooglePhoto(id, good);
		expect(requests).toHaveLength(1);
		expect(await photoOf(id)).toBeNull();
		expect(files()).toEqual(before);
		// The log lines contain no personal data.
		const lines = output.mock.calls.map(([line]) => String(line));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain('"event":"google_picture_failed"');
		expect(lines[0]).toContain(code && `"code":"${code}"`);
		expect(lines[0]).not.toMatch(/googleusercontent|ACg8|planta\.example/);
	});
});
