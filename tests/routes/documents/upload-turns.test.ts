import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { makeUser, signedIn } from "../../support/accounts";
import {
	ADD,
	documentBody,
	documentsOf,
	imagesOf,
	photo,
	photos,
	SAVED,
	uploadedFiles,
} from "../../support/document-forms";
import { sameOrigin, send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer, type TestServer } from "../../support/server/server";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/** Tests that somebody's slow or heavy photos do not keep other people's waiting. */

const KB = 1024;
const MB = KB * KB;
const IMPORT = "/auth/work-overtime/import";
const CSV = `Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario;Por qué
20/11/2026;N;8;22:00;8;0;pago;Horno;`;

describe("forty uploads that never come to an end", () => {
	const server = serverForFile(ownData);

	test("another person's photo, import and document without photos are served meanwhile", async () => {
		const sockets: Socket[] = [];
		for (let index = 0; index < 40; index++) {
			const { Cookie } = await signedIn(await makeUser({ email_verified_at: null }));
			// Half of them declare no length.
			sockets.push(beginPhoto(server.origin, Cookie, 200 * KB, index % 2 === 0 ? 16 * MB : undefined));
		}
		await waitUntil(() => sockets.every(({ bytesWritten }) => bytesWritten > 200 * KB), "all have begun");
		expect(uploadedFiles()).toEqual([]);

		const other = await makeUser();
		const headers = await signedIn(other);
		const large = Buffer.concat([await photo(1), Buffer.alloc(3 * MB)]);
		const csv = new FormData();
		csv.append("file", new File([CSV], "extras.csv"));
		const [withPhoto, withoutPhoto, imported] = await Promise.all([
			post(server.origin, ADD, documentBody({ images: [large] }), headers),
			post(server.origin, ADD, documentBody({}), headers),
			post(server.origin, IMPORT, csv, headers),
		]);
		expect([withPhoto.status, withPhoto.headers.location]).toEqual([303, expect.stringMatching(SAVED)]);
		expect([withoutPhoto.status, withoutPhoto.headers.location]).toEqual([303, expect.stringMatching(SAVED)]);
		expect(imported.status).toBe(200);
		expect(await imagesOf(other)).toHaveLength(1);
		expect(await documentsOf(other)).toHaveLength(2);
		for (const socket of sockets) socket.destroy();
	});

	test("an upload that arrives in pieces is stored whole, and leaves nothing else", async () => {
		const before = uploadedFiles();
		const user = await makeUser();
		const images = (await photos(3, 30)).map((photo) => Buffer.concat([photo, Buffer.alloc(200 * KB)]));
		const form = new Response(documentBody({ images }));
		const type = form.headers.get("Content-Type") ?? "";
		const body = Buffer.from(await form.arrayBuffer());
		const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
		const answer = firstOf(socket);
		socket.write(headOf(server.origin, (await signedIn(user)).Cookie, type, body.length));
		for (let at = 0; at < body.length; at += 40_000) {
			socket.write(body.subarray(at, at + 40_000));
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		expect(await answer).toMatch(/^HTTP\/1.1 303/);
		expect(await imagesOf(user)).toHaveLength(3);
		expect(uploadedFiles()).toHaveLength(before.length + 6);
		socket.destroy();
	});
});

test("when the room for arriving photos is full, the slow give way, and keep their texts", async () => {
	const server = await startServer(
		ownData,
		patchedBuild(
			[/MAX_STORED_BYTES = [^,]+/, `MAX_STORED_BYTES = ${400 * KB}`],
			[/PACE_MS = 8e3/, "PACE_MS = 100"],
			TELL_STORED,
		),
	);
	// It stores the most too, if a busy machine makes the other one slow.
	const length = photoStart(310 * KB).length + 500 * KB;
	const slow = beginPhoto(server.origin, (await signedIn(await makeUser())).Cookie, 310 * KB, length);
	const answer = firstOf(slow);
	await untilStored(server, 246 * KB);
	// From then on it sends nothing, longer than PACE_MS.
	await new Promise((resolve) => setTimeout(resolve, 150));
	const quick = await signedIn(await makeUser());
	const large = Buffer.concat([await photo(2), Buffer.alloc(300 * KB)]);
	const served = await post(server.origin, ADD, documentBody({ images: [large] }), quick);
	expect(served.status).toBe(303);
	// The refused form is answered once its sender has sent the rest, as browsers do.
	slow.write("a".repeat(500 * KB));
	expect(await answer).toMatch(/^HTTP\/1.1 503/);
	slow.destroy();
	await server.stop();
});

test("when that room is full and nobody is slow, whoever stores the most gives way", async () => {
	const server = await startServer(
		ownData,
		patchedBuild(
			[/MAX_STORED_BYTES = [^,]+/, `MAX_STORED_BYTES = ${560 * KB}`],
			[/PACE_MS = 8e3/, "PACE_MS = 1e9"],
			TELL_STORED,
		),
	);
	const { Cookie } = await signedIn(await makeUser());
	// Up to 64 KB of each stay in memory. In however many pieces they arrive, the room has place for the other's photo
	// beside one of them, and not beside both.
	const greedy = [1, 2].map(() => beginPhoto(server.origin, Cookie, 230 * KB, 2 * MB));
	await untilStored(server, 2 * 166 * KB);
	const large = Buffer.concat([await photo(3), Buffer.alloc(300 * KB)]);
	const other = await signedIn(await makeUser());
	const served = await post(server.origin, ADD, documentBody({ images: [large] }), other);
	expect(served.status).toBe(303);
	for (const socket of greedy) socket.destroy();
	await server.stop();
});

test("a photo that takes too long ends its form: those before it are kept, those after it not decoded", async () => {
	// In this build, a damaged photo counts as one that takes too long.
	const server = await startServer(ownData, patchedBuild(["/timeout/i.test(message)", "true"]));
	const user = await makeUser();
	const [before, damaged, after] = await photos(3, 20);
	const slow = damaged?.subarray(0, damaged.length / 2);
	const images = [before, slow, after].filter((one) => one !== undefined);
	const response = await post(server.origin, ADD, documentBody({ images }), await signedIn(user));
	expect(response.status).toBe(400);
	expect(response.text).toContain("La imagen tarda demasiado en leerse");
	expect(response.text).toMatch(/Venía después de una que tarda demasiado[^<]*\(«foto-3.jpg»\)/);
	expect(await imagesOf(user)).toHaveLength(1);
	await server.stop();
});

async function post(origin: string, path: string, body: FormData, headers: Record<string, string>) {
	const form = new Response(body);
	const type = form.headers.get("Content-Type") ?? "";
	return send(origin, path, {
		method: "POST",
		headers: { ...sameOrigin, ...headers, "content-type": type },
		body: Buffer.from(await form.arrayBuffer()),
	});
}

/** Makes the server print how many bytes all bodies have stored: of each, at most the last 64 KB are not. */
const TELL_STORED: [string, string] = [
	"this.storedBytes += part.byteLength,",
	'$& process.stdout.write("stored " + storedBytes() + ".\\n"),',
];

async function untilStored({ output }: TestServer, bytes: number): Promise<void> {
	const stored = () => Array.from(output().matchAll(/^stored (\d+)\.$/gm), ([, count]) => Number(count));
	await waitUntil(() => stored().some((count) => count >= bytes), "they have begun");
}

/** Sends an upload up to the middle of a photo; in chunks, unless it declares a length. */
function beginPhoto(origin: string, cookie: string, bytes: number, length?: number): Socket {
	const form = photoStart(bytes);
	const socket = connect(Number(new URL(origin).port), "127.0.0.1");
	socket.on("error", () => {});
	socket.write(headOf(origin, cookie, "multipart/form-data; boundary=x", length));
	socket.write(length ? form : `${form.length.toString(16)}\r\n${form}\r\n`);
	return socket;
}

function photoStart(bytes: number): string {
	const field = (name: string, text: string) =>
		`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
	const photo = '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
	return `${field("idFile", randomUUID())}${field("title", "Carnet")}${photo}${"a".repeat(bytes)}`;
}

function headOf(origin: string, cookie: string, type: string, length?: number): string {
	const size = length ? `Content-Length: ${length}` : "Transfer-Encoding: chunked";
	return `POST ${ADD} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n${size}\r\n\r\n`;
}

/** The first part of the response. */
function firstOf(socket: Socket): Promise<string> {
	return new Promise((resolve) => {
		socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1")));
	});
}
