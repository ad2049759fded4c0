/** A site behind the Caddy of deploy/, and a visitor who comes through it. */
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { type RequestOptions, request } from "node:https";
import { freePort } from "../../support/server/ports.mjs";
import { multipartOf } from "../visitors/document-requests";
import { startCaddy } from "./caddy";
import { startRelevo } from "./programs";
import { addPeople, makeSite } from "./site";

/** What came back: status 0 when nothing did. */
export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export type SiteBehindCaddy = Awaited<ReturnType<typeof startBehindCaddy>>;

/** Starts both, with two people who are signed in; the visitor is the first one. */
export async function startBehindCaddy() {
	const site = makeSite();
	const [person, other] = addPeople(site.databasePath, 2);
	if (!person || !other) throw new Error("nobody is there");
	const [port, publicPort] = [await freePort(), await freePort()];
	const origin = `https://localhost:${publicPort}`;
	const caddy = await startCaddy(origin, port);
	const relevo = await startRelevo({
		...site.settings,
		PORT: String(port),
		APP_URL: origin,
		TRUST_PROXY_HOPS: "1",
	});
	return {
		origin,
		port,
		outbox: site.settings.OUTBOX_DIR ?? "",
		relevo,
		caddy,
		person,
		other,
		databasePath: site.databasePath,
		uploads: site.uploads,
		visitor: new Visitor(origin, caddy.authority, `__Host-${person.cookie}`),
		remove: () => site.remove(),
	};
}

/** Trusts the proxy's own authority, and nothing else. */
export class Visitor {
	#session: ClientHttp2Session | undefined;

	constructor(
		private readonly origin: string,
		private readonly authority: string,
		private readonly cookie: string,
	) {}

	/** A page over HTTP/2. */
	get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
		return new Promise((resolve) => {
			const asked = { ":path": path, "accept-encoding": "br, gzip", ...headers };
			const stream = this.#connection().request(asked);
			const chunks: Buffer[] = [];
			let answer: IncomingHttpHeaders & { ":status"?: number } = {};
			stream.on("response", (received) => {
				answer = received;
			});
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("error", () => {});
			stream.on("close", () =>
				resolve({ status: answer[":status"] ?? 0, headers: answer, body: Buffer.concat(chunks) }),
			);
		});
	}

	/** As `get`, as the one who is signed in. */
	getOwn(path: string): Promise<Answer> {
		return this.get(path, { cookie: this.cookie });
	}

	/** A form with files, over HTTP/1.1. `write` sends its body in its own time. */
	post(
		path: string,
		fields: Parameters<typeof multipartOf>[0],
		write?: (body: Buffer, send: (part: Buffer) => void) => Promise<void>,
	): Promise<Answer> {
		const { headers, body } = multipartOf(fields);
		const { hostname, port, host } = new URL(this.origin);
		const options: RequestOptions = {
			host: "127.0.0.1",
			port,
			servername: hostname,
			ca: this.authority,
			method: "POST",
			path,
			agent: false,
			headers: {
				host,
				cookie: this.cookie,
				"sec-fetch-site": "same-origin",
				"content-length": body.byteLength,
				...headers,
			},
		};
		return new Promise((resolve) => {
			const none = { status: 0, headers: {}, body: Buffer.alloc(0) };
			const sent = request(options, (answer) => {
				const chunks: Buffer[] = [];
				answer.on("data", (chunk: Buffer) => chunks.push(chunk));
				answer.once("error", () => resolve(none));
				answer.once("end", () =>
					resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
				);
			});
			sent.once("error", () => resolve(none));
			if (write) write(body, (part) => sent.write(part)).then(() => sent.end());
			else sent.end(body);
		});
	}

	close(): void {
		this.#session?.destroy();
	}

	/** One connection for all pages, until the proxy ends it because nobody asked for a minute. */
	#connection(): ClientHttp2Session {
		if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
		this.#session = connect(this.origin, { ca: this.authority });
		this.#session.on("error", () => {});
		return this.#session;
	}
}
