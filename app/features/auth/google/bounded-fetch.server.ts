interface Bounds {
	/** Time limit for headers and body, in milliseconds. */
	timeoutMs: number;
	maxBytes: number;
}

/** Error for a response with a wrong status or too large a body. `code` names the reason in the log. */
function fetchError(code: string): Error {
	return Object.assign(new Error(code), { name: "FetchError", code });
}

/**
 * Fetches a body within a time and size limit. Refuses redirects, which could send a secret to any host.
 * @throws Error for a status other than 200 or too large a body; errors of `fetch`
 */
export async function fetchBounded(
	address: string,
	init: RequestInit,
	{ timeoutMs, maxBytes }: Bounds,
): Promise<Buffer> {
	const signal = AbortSignal.timeout(timeoutMs);
	const response = await fetch(address, { ...init, redirect: "error", signal });
	if (response.status === 200) return readBounded(response, maxBytes);
	await response.body?.cancel();
	throw fetchError(`status_${response.status}`);
}

/** Counts the received bytes, because the Content-Length header can be wrong. */
async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of response.body ?? []) {
		sizeBytes += chunk.byteLength;
		// Leaving the loop cancels the body.
		if (sizeBytes > maxBytes) throw fetchError("too_large");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
