import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { makeUser, signedIn } from "../../support/accounts";
import { ADD, documentBody, imagesOf, LIST, photos } from "../../support/document-forms";
import { sameOrigin, send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer } from "../../support/server/server";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/** Tests that stalled uploads of one user do not make other users wait. */

const MAX_WAITING = 40;
/** Bytes of each photo that the test sends at first: more than the server reads before an upload enters the queue. */
const BEGINNING = 70_000;

describe("many uploads at once", () => {
	const server = serverForFile(ownData);

	test("a user who starts more uploads than the queue holds gets 503, and other users are served", async () => {
		const greedy = await signedIn(await makeUser());
		const sockets = Array.from({ length: 1 + MAX_WAITING + 5 }, () =>
			beginPhoto(server.origin, greedy.Cookie),
		);
		const responses: string[] = [];
		for (const socket of sockets) {
			// Keeps the first 12 characters of the response, which contain the status.
			socket.once("data", (chunk: Buffer) => responses.push(chunk.toString("latin1").slice(0, 12)));
		}
		await waitUntil(() => sockets.every(({ bytesWritten }) => bytesWritten > BEGINNING), "all have begun");

		const headers = await signedIn(await makeUser());
		const form = new Response(documentBody({ idFile: randomUUID(), images: await photos(2) }));
		const response = await send(server.origin, ADD, {
			method: "POST",
			headers: { ...sameOrigin, ...headers, "content-type": form.headers.get("Content-Type") ?? "" },
			body: Buffer.from(await form.arrayBuffer()),
		});
		expect([response.status, response.headers.location]).toEqual([303, LIST]);
		expect(responses).toEqual([]);

		// Ends all uploads. The running upload and the MAX_WAITING uploads in the queue get status 400, because their file
		// is not an image. The five other uploads found the queue full and get status 503.
		for (const socket of sockets) socket.write(`${chunkOf("\r\n--x--\r\n")}0\r\n\r\n`);
		await waitUntil(() => responses.length === sockets.length, "all are answered");
		expect(responses.toSorted()).toEqual([
			...Array<string>(1 + MAX_WAITING).fill("HTTP/1.1 400"),
			...Array<string>(5).fill("HTTP/1.1 503"),
		]);
	});
});

test("a photo that takes too long ends its form: those before it are kept, those after it not decoded", async () => {
	// In this build, a damaged photo counts as one that takes too long.
	const server = await startServer(ownData, patchedBuild(["/timeout/i.test(message)", "true"]));
	const user = await makeUser();
	const [before, damaged, after] = await photos(3, 20);
	const slow = damaged?.subarray(0, damaged.length / 2) ?? Buffer.alloc(0);
	const form = new Response(
		documentBody({ images: [before, slow, after].filter((one) => one !== undefined) }),
	);
	const response = await send(server.origin, ADD, {
		method: "POST",
		headers: {
			...sameOrigin,
			...(await signedIn(user)),
			"content-type": form.headers.get("Content-Type") ?? "",
		},
		body: Buffer.from(await form.arrayBuffer()),
	});
	expect(response.status).toBe(400);
	expect(response.text).toContain("La imagen tarda demasiado en leerse");
	expect(response.text).toMatch(/Venía después de una que tarda demasiado[^<]*\(«foto-3.jpg»\)/);
	expect(await imagesOf(user)).toHaveLength(1);
	await server.stop();
});

/** Sends an upload in chunks without a Content-Length, up to the middle of a photo. */
function beginPhoto(origin: string, cookie: string): Socket {
	const { host, port } = new URL(origin);
	const head = `POST ${ADD} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`;
	const id = `--x\r\nContent-Disposition: form-data; name="idFile"\r\n\r\n${randomUUID()}\r\n`;
	const photo = `--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n${"a".repeat(BEGINNING)}`;
	const socket = connect(Number(port), "127.0.0.1");
	socket.on("error", () => {});
	socket.write(head + chunkOf(id + photo));
	return socket;
}

function chunkOf(text: string): string {
	return `${text.length.toString(16)}\r\n${text}\r\n`;
}
