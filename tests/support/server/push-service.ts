/** A push service on loopback, with TLS, and the browsers whose notices it gets. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./ports.mjs";

/** Key and certificate of the service, for `localhost` alone. The certificate is its own authority. */
export const CERTIFICATE = "tests/fixtures/push-service.pem";

export interface Push {
	path: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** How the service answers: a status with headers, or not at all. */
type Reply = { status: number; headers?: Record<string, string>; afterMs?: number } | "silence";

export interface PushService {
	origin: string;
	/** What has arrived, oldest first. */
	pushes: Push[];
	reply: Reply;
	stop(): void;
}

export async function startPushService(wanted?: number): Promise<PushService> {
	const pem = readFileSync(CERTIFICATE);
	const port = wanted ?? (await freePort());
	const service: PushService = {
		origin: `https://localhost:${port}`,
		pushes: [],
		reply: { status: 201 },
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
	const server = createServer({ key: pem, cert: pem }, async (request, response) => {
		const body = Buffer.concat(await request.toArray());
		service.pushes.push({ path: request.url ?? "", headers: request.headers, body });
		const { reply } = service;
		if (reply === "silence") return;
		await pause(reply.afterMs ?? 0);
		response.writeHead(reply.status, reply.headers).end();
	});
	await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
	return service;
}

export interface PushBrowser {
	target: { endpoint: string; p256dh: string; auth: string };
	/** Decrypts a notice as a browser does (RFC 8291). @throws Error for a notice of another browser */
	read(push: Push): unknown;
}

export function pushBrowser(origin: string): PushBrowser {
	const keys = createECDH("prime256v1");
	const own = keys.generateKeys();
	const auth = randomBytes(16);
	const endpoint = `${origin}/push/${randomBytes(9).toString("base64url")}`;
	return {
		target: { endpoint, p256dh: own.toString("base64url"), auth: auth.toString("base64url") },
		read({ body }) {
			const salt = body.subarray(0, 16);
			const length = body.readUInt8(20);
			const theirs = body.subarray(21, 21 + length);
			const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, theirs]);
			const secret = Buffer.from(hkdfSync("sha256", keys.computeSecret(theirs), auth, info, 32));
			const derive = (name: string, bytes: number) =>
				Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, bytes));
			const sealed = body.subarray(21 + length);
			const opened = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
			opened.setAuthTag(sealed.subarray(-16));
			const text = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
			// A byte 2 marks the end of the text (RFC 8188).
			return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
		},
	};
}

/** The claims with which the site introduces itself (RFC 8292). @throws Error for a wrong signature */
export function senderOf({ headers }: Push): Record<string, unknown> {
	const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
	const [head = "", claims = "", signature = ""] = token.split(".");
	const point = Buffer.from(key, "base64url");
	const jwk = {
		kty: "EC",
		crv: "P-256",
		x: point.subarray(1, 33).toString("base64url"),
		y: point.subarray(33).toString("base64url"),
	};
	const publicKey = createPublicKey({ key: jwk, format: "jwk" });
	const signed = Buffer.from(`${head}.${claims}`);
	const isRight = verify(
		"sha256",
		signed,
		{ key: publicKey, dsaEncoding: "ieee-p1363" },
		Buffer.from(signature, "base64url"),
	);
	if (!isRight) throw new Error("the signature is wrong");
	return JSON.parse(Buffer.from(claims, "base64url").toString());
}
