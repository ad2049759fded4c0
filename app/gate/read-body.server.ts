import type { IncomingMessage } from "node:http";
import { FORM_BODY_BYTES } from "./screen.server";

/** How long a form without files may take to arrive, in milliseconds. */
const FORM_BODY_MS = 30_000;

/** The whole body of a form, or why it was not taken. Counts the bytes: a chunked body declares no length. */
export function readBody(
	request: IncomingMessage,
	limitMs = FORM_BODY_MS,
): Promise<Uint8Array<ArrayBuffer> | "size" | "slow"> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let bytes = 0;
		const timer = setTimeout(() => finish("slow"), limitMs);
		const finish = (result: Uint8Array<ArrayBuffer> | "size" | "slow") => {
			clearTimeout(timer);
			request.removeAllListeners("data");
			request.pause();
			resolve(result);
		};
		request.on("data", (chunk: Buffer) => {
			bytes += chunk.byteLength;
			if (bytes > FORM_BODY_BYTES) return finish("size");
			chunks.push(chunk);
		});
		request.once("end", () => finish(Buffer.concat(chunks)));
		request.once("error", (error) => {
			clearTimeout(timer);
			reject(error);
		});
	});
}
