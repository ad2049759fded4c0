/** Relevo behind Caddy as in deploy/, and an HTTPS client. */
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from "node:http2";
import { type RequestOptions, request } from "node:https";
import { freePort } from "../../support/server/ports.mjs";
import { multipartOf } from "../visitors/document-requests";
import { startCaddy } from "./caddy";
import { startRelevo } from "./programs";
import { addPeople, makeSite } from "./site";

/** A response; status 0 means that none arrived, or only a part of one. */
export interface ProxiedResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export type SiteBehindCaddy = Awaited<ReturnType<typeof startBehindCaddy>>;

/** Starts Relevo behind Caddy with two signed-in people; `visitor` has the first person's session. */
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

/** A client that trusts only the proxy's own certificate authority. */
export class Visitor {
	#session: ClientHttp2Session | undefined;

	constructor(
		private readonly origin: string,
		private readonly authority: string,
		private readonly cookie: string,
	) {}

	get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ProxiedResponse> {
		return new Promise((resolve) => {
			const requestHeaders = { ":path": path, "accept-encoding": "br, gzip", ...headers };
			const stream = this.#connection().request(requestHeaders);
			const chunks: Buffer[] = [];
			let response: IncomingHttpHeaders & { ":status"?: number } = {};
			stream.on("response", (received) => {
				response = received;
			});
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("error", () => {});
			stream.on("close", () => {
				const isWhole = stream.rstCode === constants.NGHTTP2_NO_ERROR;
				const status = isWhole ? (response[":status"] ?? 0) : 0;
				resolve({ status, headers: response, body: Buffer.concat(chunks) });
			});
		});
	}

	/** Requests a page with the session of a signed-in person. */
	getSignedIn(path: string): Promise<ProxiedResponse> {
		return this.get(path, { cookie: this.cookie });
	}

	/**
	 * Posts a form with files over HTTP/1.1.
	 * @param write sends the body in parts
	 */
	post(
		path: string,
		fields: Parameters<typeof multipartOf>[0],
		write?: (body: Buffer, send: (part: Buffer) => void) => Promise<void>,
	): Promise<ProxiedResponse> {
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
			const sent = request(options, (response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.once("error", () => resolve(none));
				response.once("end", () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: Buffer.concat(chunks),
					}),
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

	/** HTTP/2 connection of all calls of `get`, opened again after the proxy has closed it. */
	#connection(): ClientHttp2Session {
		if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
		this.#session = connect(this.origin, { ca: this.authority });
		this.#session.on("error", () => {});
		return this.#session;
	}
}
