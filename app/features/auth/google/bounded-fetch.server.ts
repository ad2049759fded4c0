interface Bounds {
	/** Time limit for the whole response, including its body. */
	timeoutMs: number;
	maxBytes: number;
}

/** A response that cannot be used. `code` is logged. */
export class FetchError extends Error {
	override readonly name = "FetchError";

	constructor(readonly code: string) {
		super(code);
	}
}

/**
 * Fetches a body within bounds. Redirects are refused, because they could send the secret or this server's request to
 * any host.
 * @param call replaces fetch in tests, which never contact Google
 * @throws FetchError for a status other than 200 or a body over the limit; rethrows the errors of fetch
 */
export async function fetchBounded(
	address: string,
	init: RequestInit,
	{ timeoutMs, maxBytes }: Bounds,
	call: typeof fetch = fetch,
): Promise<Buffer> {
	const signal = AbortSignal.timeout(timeoutMs);
	const response = await call(address, { ...init, redirect: "error", signal });
	if (response.status === 200) return readBounded(response, maxBytes);
	await response.body?.cancel();
	throw new FetchError(`status_${response.status}`);
}

/** Reads the body up to the limit. Counts the received bytes, since Content-Length can be wrong. */
async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
	const reader = response.body?.getReader();
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	while (reader) {
		const { done, value } = await reader.read();
		if (done) break;
		sizeBytes += value.byteLength;
		if (sizeBytes > maxBytes) {
			await reader.cancel();
			throw new FetchError("too_large");
		}
		chunks.push(value);
	}
	return Buffer.concat(chunks);
}
