import type { IncomingMessage } from "node:http";
import { FORM_BODY_BYTES } from "./screen.server";

/** Time limit for receiving a form without files. */
const FORM_BODY_MS = 30_000;

type Body = Uint8Array<ArrayBuffer> | "size" | "slow" | "gone";

/**
 * Reads the body of a form. Returns a reason if the body is refused ("gone": the client disconnected). Counts the
 * received bytes, because a chunked body declares no length.
 */
export function readBody(request: IncomingMessage, limitMs = FORM_BODY_MS): Promise<Body> {
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let bytes = 0;
		const timer = setTimeout(() => finish("slow"), limitMs);
		const finish = (result: Body) => {
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
		request.once("error", () => finish("gone"));
	});
}
