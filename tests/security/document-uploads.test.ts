import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { makeUser, signedIn } from "../support/accounts";
import {
	ADD,
	add,
	documentBody,
	documentsOf,
	filesInRows,
	imagesOf,
	LIST,
	photos,
	SAVED,
	type SentDocument,
	uploadedFiles,
} from "../support/document-forms";
import { noise } from "../support/images/made-images";
import { Random } from "../support/random";
import { sameOrigin, send, sendRaw } from "../support/server/http-client";
import { ownData, serverForFile } from "../support/server/server-for-file";
import { waitUntil } from "../support/server/wait-until";

const MB = 1_048_576;
const MAX_BODY_BYTES = 155 * MB;

const server = serverForFile(ownData);
let user: Awaited<ReturnType<typeof makeUser>>;
let headers: { Cookie: string };
beforeEach(async () => {
	user = await makeUser();
	headers = await signedIn(user);
});

/** A form in multipart encoding, with its content type. */
async function encoded(sent: SentDocument) {
	const form = new Response(documentBody(sent));
	const type = form.headers.get("Content-Type") ?? "";
	return { type, body: Buffer.from(await form.arrayBuffer()) };
}

const post = ({ type, body }: { type: string; body: Buffer }, path = ADD) =>
	send(server.origin, path, {
		method: "POST",
		headers: { ...sameOrigin, ...headers, "content-type": type },
		body,
	});

function head(path: string, lines: string, type = "multipart/form-data; boundary=x"): string {
	const { host } = new URL(server.origin);
	return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${headers.Cookie}\r\nContent-Type: ${type}\r\n${lines}\r\n`;
}

describe("a form that is too large", () => {
	const part = (name: string, value: string) =>
		`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const file = '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
	const chunkOf = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

	test.each(["add", "edit"])(
		"one byte over 155 MB is refused by its Content-Length, unread: 413 (%s)",
		async (which) => {
			const idFile = randomUUID();
			await add({ idFile }, headers);
			const path = which === "add" ? ADD : `/auth/edit-document/${idFile}`;
			const answer = await sendRaw(server.origin, head(path, `Content-Length: ${MAX_BODY_BYTES + 1}\r\n`));
			expect(answer.status).toBe(413);
			expect(answer.text).toContain("Es demasiado grande");
			expect(await documentsOf(user)).toHaveLength(1);
		},
	);

	test.each(["add", "edit"])(
		"that is endless, without a Content-Length, is cut off: 413 (%s)",
		async (which) => {
			const idFile = randomUUID();
			await add({ idFile }, headers);
			const path = which === "add" ? ADD : `/auth/edit-document/${idFile}`;
			const texts = part("idFile", which === "add" ? randomUUID() : idFile) + part("title", "Otro");
			const start =
				head(path, "Transfer-Encoding: chunked\r\n") + chunkOf(texts + part("description", "x") + file);
			const endless = Buffer.from(chunkOf("a".repeat(MB)));
			const answer = await sendRaw(server.origin, start, { endless, limitMs: 40_000 });
			expect(answer.status).toBe(413);
			expect(answer.sentBytes).toBeGreaterThan(MAX_BODY_BYTES);
			expect(await documentsOf(user)).toMatchObject([{ title: "Licencia" }]);
		},
	);

	test("other forms of documents, and this one without files, are limited to 64 KB", async () => {
		const idFile = randomUUID();
		await add({ idFile }, headers);
		const large = Buffer.from(`${part("intent", "delete")}${part("x", "a".repeat(65_537))}--x--\r\n`);
		const type = "multipart/form-data; boundary=x";
		expect((await post({ type, body: large }, `/auth/view-document/${idFile}`)).status).toBe(413);
		expect((await post({ type, body: large }, LIST)).status).toBe(413);
		const urlencoded = { type: "application/x-www-form-urlencoded", body: Buffer.alloc(65_537, "a") };
		expect((await post(urlencoded)).status).toBe(413);
		expect(await documentsOf(user)).toHaveLength(1);
	});
});

describe("a malformed form", () => {
	test("300 malformed forms: none causes a server error, and every saved document is complete", async () => {
		const random = new Random(47);
		const images = await photos(2, 40);
		const bend = [
			(body: Buffer) => {
				for (let flips = 1 + random.below(8); flips > 0; flips--)
					body[random.below(body.length)] = random.below(256);
				return body;
			},
			(body: Buffer) => body.subarray(0, random.below(body.length)),
			(body: Buffer) => body.subarray(random.below(200)),
			(body: Buffer) => {
				const [from, to] = [random.below(body.length), random.below(body.length)];
				return Buffer.concat([body.subarray(0, from), body.subarray(to)]);
			},
			(body: Buffer) => {
				const at = random.below(body.length);
				return Buffer.concat([body.subarray(0, at), random.bytes(random.below(300)), body.subarray(at)]);
			},
			(body: Buffer) => Buffer.from(body.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
			(body: Buffer) => Buffer.concat([body, body]),
			(body: Buffer) => Buffer.from(body.toString("latin1").replace(/name="\w+"/, 'name="\xff\0"'), "latin1"),
			(body: Buffer) =>
				Buffer.from(body.toString("latin1").replaceAll("filename=", "filename*=x''%ZZ"), "latin1"),
		];
		const statuses = new Map<number, number>();
		for (let n = 0; n < 300; n++) {
			const { type, body } = await encoded({ images: n % 6 === 0 ? images : [] });
			const bentType = random.below(20) === 0 ? `${type}x` : type;
			const { status } = await post({ type: bentType, body: random.pick(bend)(body) });
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		}
		expect(Array.from(statuses.keys()).filter((status) => ![303, 400, 409].includes(status))).toEqual([]);
		// The server must not simply refuse every changed form: some are still valid and must be accepted.
		expect(statuses.get(303)).toBeGreaterThan(10);
		expect(statuses.get(400)).toBeGreaterThan(100);
		expect(await documentsOf(user)).toHaveLength(statuses.get(303) ?? 0);
		for (const { title, description } of await documentsOf(user)) {
			expect(title.length).toBeGreaterThanOrEqual(3);
			expect(description).not.toBe("");
		}
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("16 forms cut off at any point leave no row and no file, and the next form is saved", async () => {
		const random = new Random(48);
		const content = await noise().jpeg({ quality: 95 }).toBuffer();
		const { type, body } = await encoded({ images: [content, ...(await photos(2)), content] });
		const start = Buffer.from(head(ADD, `Content-Length: ${body.length}\r\n`, type));
		const before = uploadedFiles();
		const ends = [0, 100, body.length - 1, ...Array.from({ length: 13 }, () => random.below(body.length))];
		for (const [index, end] of ends.entries()) {
			const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
			socket.on("error", () => {});
			socket.write(Buffer.concat([start, body.subarray(0, end)]), () => socket.destroy());
			const seen = () => server.output().split('"aborted":true').length - 1;
			await waitUntil(() => seen() === index + 1, "the server has noticed that the visitor is gone");
		}
		// The file of an arriving form has a name for a moment only.
		await waitUntil(() => uploadedFiles().join() === before.join(), "nothing is left of them");
		expect((await post({ type, body })).headers.location).toMatch(SAVED);
		expect(await documentsOf(user)).toHaveLength(1);
		expect(await imagesOf(user)).toHaveLength(3);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});
});
