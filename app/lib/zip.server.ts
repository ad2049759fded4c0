import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { ZipFile } from "yazl";

/** Minimum size in bytes of a chunk that is sent alone: the size of the pieces in which downloads are sent. */
const MIN_CHUNK_BYTES = 16 * 1024;

/**
 * An entry of a ZIP archive: a text, texts generated while the archive is read, or the path of a file. The entry's
 * name may contain folders: `fotos/1.webp`.
 */
export type ZipPart = { name: string } & (
	| { text: string }
	| { texts: AsyncIterable<string> }
	| { path: string }
);

/**
 * A ZIP archive of the given entries, generated while it is read: at most one file is open, and only a piece of that
 * file is in memory. An unreadable entry ends the stream with an error; cancelling the stream closes the open file.
 */
export function zipStream(parts: readonly ZipPart[]): ReadableStream<Uint8Array> {
	const zip = new ZipFile();
	const output = zip.outputStream.pipe(joinChunks());
	zip.on("error", (error: Error) => output.destroy(error));
	let file: Readable | undefined;
	// Closes the file being read, which yazl, the ZIP library, would leave open.
	output.once("close", () => file?.destroy());
	for (const part of parts) {
		if ("text" in part) {
			zip.addBuffer(Buffer.from(part.text), part.name);
			continue;
		}
		// Only texts are compressed, because images are compressed already.
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
 * Joins small chunks. The directory at the end of an archive consists of several chunks for each entry, and sending
 * each chunk alone would block the server.
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
