import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { ZipFile } from "yazl";
import { KB } from "~/lib/units/bytes";

/** Minimum size of a chunk in bytes; smaller chunks are joined. */
const MIN_CHUNK_BYTES = 16 * KB;

/**
 * An entry of a ZIP archive: a text, texts generated on demand, or a file's path. Names may contain folders:
 * `fotos/1.webp`.
 */
export type ZipPart = { name: string } & (
	| { text: string }
	| { texts: AsyncIterable<string> }
	| { path: string }
);

export function zipStream(parts: readonly ZipPart[]): ReadableStream<Uint8Array> {
	const zip = new ZipFile();
	const output = zip.outputStream.pipe(joinChunks());
	zip.on("error", (error: Error) => output.destroy(error));
	let file: Readable | undefined;
	// After a cancelled download, yazl, the ZIP library, would leave the current file open.
	output.once("close", () => file?.destroy());
	for (const part of parts) {
		if ("text" in part) {
			zip.addBuffer(Buffer.from(part.text), part.name);
			continue;
		}
		// Images are compressed already.
		zip.addReadStreamLazy(part.name, { compress: "texts" in part }, (give) => {
			file = "texts" in part ? Readable.from(part.texts) : createReadStream(part.path);
			file.once("error", (error) => output.destroy(error));
			give(null, file);
		});
	}
	zip.end();
	return createReadableStreamFromReadable(output);
}

/**
 * Joins small chunks: an archive's directory has several per entry, and sending each alone would block the server.
 */
function joinChunks(): Transform {
	let waiting: Buffer[] = [];
	let bytes = 0;
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			waiting.push(chunk);
			bytes += chunk.byteLength;
			if (bytes < MIN_CHUNK_BYTES) return done();
			const joined = Buffer.concat(waiting);
			waiting = [];
			bytes = 0;
			done(null, joined);
		},
		flush: (done) => done(null, Buffer.concat(waiting)),
	});
}
