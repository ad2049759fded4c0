import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { makeUser, signedIn } from "../../support/accounts";
import { ADD, documentBody, LIST, photos } from "../../support/document-forms";
import { sameOrigin, send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/** Photos that fall silent in the middle are those of one person, and all the others do not wait. */
const MOST_WAITING = 40;
/** More than what comes before a form takes its turn. */
const BEGINNING = 70_000;

const server = serverForFile(ownData);

test("who begins more photos than there are turns and places to wait is told so, and nobody else is", async () => {
	const greedy = await signedIn(await makeUser());
	const sockets = Array.from({ length: 1 + MOST_WAITING + 5 }, () => beginPhoto(greedy.Cookie));
	const answers: string[] = [];
	for (const socket of sockets) {
		// A page comes in pieces, of which the first begins with the status.
		socket.once("data", (chunk: Buffer) => answers.push(chunk.toString("latin1").slice(0, 12)));
	}
	await waitUntil(() => sockets.every(({ bytesWritten }) => bytesWritten > BEGINNING), "all have begun");

	const headers = await signedIn(await makeUser());
	const form = new Response(documentBody({ idFile: randomUUID(), images: await photos(2) }));
	const answer = await send(server.origin, ADD, {
		method: "POST",
		headers: { ...sameOrigin, ...headers, "content-type": form.headers.get("Content-Type") ?? "" },
		body: Buffer.from(await form.arrayBuffer()),
	});
	expect([answer.status, answer.headers.location]).toEqual([303, LIST]);
	expect(answers).toEqual([]);

	// One had a turn, forty waited for one: of these the photo is no image. For five there was no place.
	for (const socket of sockets) socket.write(`${chunkOf("\r\n--x--\r\n")}0\r\n\r\n`);
	await waitUntil(() => answers.length === sockets.length, "all are answered");
	expect(answers.toSorted()).toEqual([
		...Array<string>(1 + MOST_WAITING).fill("HTTP/1.1 400"),
		...Array<string>(5).fill("HTTP/1.1 503"),
	]);
});

/** A form that does not say how long it is, up to the middle of a photo. */
function beginPhoto(cookie: string): Socket {
	const { host, port } = new URL(server.origin);
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
