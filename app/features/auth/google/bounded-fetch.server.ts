/** What a call to Google may take. */
interface Bounds {
	/** Until the last byte, in milliseconds. */
	timeoutMs: number;
	mostBytes: number;
}

/** An answer that is none; `code` goes to the log. */
export class CallError extends Error {
	override readonly name = "CallError";

	constructor(readonly code: string) {
		super(code);
	}
}

/**
 * The body of an answer with status 200. A redirect is none: it could lead the secret, or us, to any machine.
 * `call` stands in for fetch in tests, where no real host of Google may be asked.
 * @throws CallError for another status or a larger body, and what fetch throws
 */
export async function callBounded(
	address: string,
	init: RequestInit,
	{ timeoutMs, mostBytes }: Bounds,
	call: typeof fetch = fetch,
): Promise<Buffer> {
	const signal = AbortSignal.timeout(timeoutMs);
	const answer = await call(address, { ...init, redirect: "error", signal });
	if (answer.status === 200) return readBounded(answer, mostBytes);
	await answer.body?.cancel();
	throw new CallError(`status_${answer.status}`);
}

/** Counts the bytes that come, whatever the answer says of its length. */
async function readBounded(answer: Response, mostBytes: number): Promise<Buffer> {
	const reader = answer.body?.getReader();
	const chunks: Uint8Array[] = [];
	let size = 0;
	while (reader) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.byteLength;
		if (size > mostBytes) {
			await reader.cancel();
			throw new CallError("too_large");
		}
		chunks.push(value);
	}
	return Buffer.concat(chunks);
}
