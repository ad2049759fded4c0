import { json } from "@remix-run/node";

/** A file that is made while it is read. */
interface Download {
	name: string;
	type: string;
	content: ReadableStream<Uint8Array>;
}

/** Which are under way. */
const underWay = new Set<string>();

/**
 * An answer that is saved as a file: one at a time of each kind for each person, so that nobody makes the server work on
 * many of them.
 * @param kind such as "zip"
 * @param make begins it
 * @throws Response 429 with Retry-After while the same one is under way
 */
export async function sendDownload(
	kind: string,
	userId: string,
	make: () => Promise<Download>,
): Promise<Response> {
	const key = `${kind} ${userId}`;
	if (underWay.has(key))
		throw json({ message: UNDER_WAY }, { status: 429, headers: { "Retry-After": "60" } });
	underWay.add(key);
	const end = () => underWay.delete(key);
	try {
		const { name, type, content } = await make();
		return new Response(whenEnded(content, end), {
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

/** A stream of texts as they are asked for, as UTF-8. */
export function textStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream(
		{
			async pull(controller) {
				const { done, value } = await texts.next();
				if (done) controller.close();
				else controller.enqueue(encoder.encode(value));
			},
			async cancel() {
				await texts.return(undefined);
			},
		},
		{ highWaterMark: 0 },
	);
}

/** The same stream; `end` is called when it has been read, has failed, or is not read any more. */
function whenEnded(content: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
	const reader = content.getReader();
	return new ReadableStream(
		{
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (!done) return controller.enqueue(value);
					end();
					controller.close();
				} catch (error) {
					end();
					throw error;
				}
			},
			async cancel(reason) {
				end();
				await reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}

const UNDER_WAY =
	"Esa descarga ya está en camino. Esperá a que termine; si se cortó, probá de nuevo en un par de minutos.";
