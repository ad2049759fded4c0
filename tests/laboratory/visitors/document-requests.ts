import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { type HttpResponse, sameOrigin, send, urlencoded } from "../../support/server/http-client";
import type { Person } from "../servers/site";

export const ADD_ADDRESS = "/auth/my-document/add-document";
const ADD_ROUTE = "routes/auth.my-document.add-document";
const EDIT_ROUTE = "routes/auth.edit-document.$idFile";

/** A form field: a text, or a photo as a Buffer. */
export type Field = readonly [name: string, value: string | Buffer];

export function documentForm(
	idFile: string,
	photos: readonly Buffer[] = [],
	description = "Como lo mandó",
): Field[] {
	return [
		["idFile", idFile],
		["title", "Carné"],
		["description", description],
		...photos.map((photo): Field => ["images", photo]),
	];
}

/** Encodes a form with files. */
export function multipartOf(fields: readonly Field[]): { headers: Record<string, string>; body: Buffer } {
	const boundary = `limite-${randomBytes(12).toString("hex")}`;
	const parts = fields.flatMap(([name, value], index) => {
		const file =
			typeof value === "string" ? "" : `; filename="foto-${index}.jpg"\r\nContent-Type: image/jpeg`;
		const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
		return [Buffer.from(head), Buffer.from(value), Buffer.from("\r\n")];
	});
	return {
		headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
		body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
	};
}

/** URL to which a document form's page sends a single photo before the form. */
export function photoAddress(formAddress: string): string {
	const route = formAddress === ADD_ADDRESS ? ADD_ROUTE : EDIT_ROUTE;
	return `${formAddress}?_data=${encodeURIComponent(route)}`;
}

/** One person's browser, with up to four connections. */
export class Browser {
	readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
	readonly #origin: string;

	constructor(
		private readonly person: Person,
		port: number,
	) {
		this.#origin = `http://localhost:${port}`;
	}

	/** Posts a form with files; undefined when the connection broke before the complete response. */
	post(path: string, fields: readonly Field[]): Promise<HttpResponse | undefined> {
		return this.#send("POST", path, multipartOf(fields));
	}

	/** Posts a form without files; undefined when the connection broke before the complete response. */
	postUrlencoded(path: string, fields: Readonly<Record<string, string>>): Promise<HttpResponse | undefined> {
		return this.#send("POST", path, { headers: urlencoded, body: new URLSearchParams(fields).toString() });
	}

	get(path: string): Promise<HttpResponse | undefined> {
		return this.#send("GET", path, { headers: {} });
	}

	close(): void {
		this.#agent.destroy();
	}

	#send(
		method: string,
		path: string,
		{ headers, body }: { headers: Readonly<Record<string, string>>; body?: string | Buffer },
	): Promise<HttpResponse | undefined> {
		const all = { cookie: this.person.cookie, ...sameOrigin, ...headers };
		return send(this.#origin, path, { method, body, agent: this.#agent, headers: all }).catch(
			() => undefined,
		);
	}
}
