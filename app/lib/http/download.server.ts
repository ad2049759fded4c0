import { Readable } from "node:stream";
import { createReadableStreamFromReadable, json } from "@remix-run/node";

/** Downloads under way, each as `kind userId`. */
const underWay = new Set<string>();

/** Whether a user's download of a kind has not been read to its end. */
export function isDownloading(kind: string, userId: string): boolean {
	return underWay.has(`${kind} ${userId}`);
}

/**
 * Response that the browser saves as a file. A user gets one download of each kind at a time.
 * @param kind such as "zip"
 * @throws Response 429 with Retry-After while the previous download is under way
 */
export async function sendDownload(
	kind: string,
	userId: string,
	make: () => Promise<{ name: string; type: string; content: ReadableStream<Uint8Array> }>,
): Promise<Response> {
	const key = `${kind} ${userId}`;
	if (underWay.has(key))
		throw json({ message: UNDER_WAY }, { status: 429, headers: { "Retry-After": "60" } });
	underWay.add(key);
	const end = () => {
		underWay.delete(key);
	};
	try {
		const { name, type, content } = await make();
		// `cancel` is called for content that fails, too.
		const ends = { flush: end, cancel: end };
		return new Response(content.pipeThrough(new TransformStream(ends)), {
			headers: {
				"Content-Type": type,
				"Content-Disposition": `attachment; filename="${name}"`,
				"Cache-Control": "private, no-store",
			},
		});
	} catch (error) {
		end();
		throw error;
	}
}

/** Stream of bytes, or of texts as UTF-8, generated on demand. */
export function streamOf(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
	return createReadableStreamFromReadable(Readable.from(parts, { objectMode: false }));
}

const UNDER_WAY =
	"Esa descarga ya está en camino. Esperá a que termine; si se cortó, probá de nuevo en un par de minutos.";
