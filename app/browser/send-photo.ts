import { isSlow, isWorthShrinking, maxResponseMs, SILENCE_MS } from "./send-speed";

export interface SendResult {
	/**
	 * Outcome of the upload. "refused": a retry cannot succeed; "failed": a retry may succeed; "signed-out": the
	 * session has ended; "slow": the upload was aborted in order to send a smaller photo.
	 */
	kind: "saved" | "refused" | "failed" | "signed-out" | "slow";
	/** Why the upload was refused or failed, in Spanish. */
	reason?: string;
	/** Id of the uploaded photo, which stays pending until its document is saved. */
	id?: string;
}

interface Sending {
	address: string;
	body: FormData;
	/** Receives the sent fraction of the photo, from 0 to 1, and whether the connection is slow. */
	onProgress: (part: number, isSlow: boolean) => void;
	/** Whether to abort the upload on a slow connection, where a smaller photo would arrive sooner. */
	mayBeSmaller: boolean;
	/** Signal that aborts the upload, with the result "failed". */
	signal: AbortSignal;
}

/** Sends one photo. The promise never rejects. XMLHttpRequest is used because fetch reports no upload progress. */
export function sendPhoto({ address, body, onProgress, mayBeSmaller, signal }: Sending): Promise<SendResult> {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		const abort = () => request.abort();
		let isAbortedAsSlow = false;
		const startedAt = performance.now();
		let timer = setTimeout(abort, SILENCE_MS);
		const restartTimer = (ms: number) => {
			clearTimeout(timer);
			timer = setTimeout(abort, ms);
		};
		request.upload.onprogress = ({ loaded, total }) => {
			const speed = { loaded, total, ms: performance.now() - startedAt };
			restartTimer(SILENCE_MS);
			onProgress(loaded / total, isSlow(speed));
			isAbortedAsSlow = mayBeSmaller && isWorthShrinking(speed);
			if (isAbortedAsSlow) abort();
		};
		request.upload.onload = ({ total }) => restartTimer(maxResponseMs(total));
		request.onloadend = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", abort);
			resolve(isAbortedAsSlow ? { kind: "slow" } : resultOf(request));
		};
		signal.addEventListener("abort", abort);
		request.open("POST", address);
		request.send(body);
	});
}

function resultOf(request: XMLHttpRequest): SendResult {
	const { status } = request;
	if (status === 401) return { kind: "signed-out" };
	const body = parseBody(request.responseText);
	const reason = body?.refused[0];
	if (status === 200 && body && reason === undefined) return { kind: "saved", id: body.kept[0] };
	const isBusy = status === 429 || status >= 500;
	// Status 408 means a slow connection, so a retry may succeed.
	const isFinal = status >= 400 && status !== 408 && !isBusy;
	return { kind: isFinal ? "refused" : "failed", reason: reason ?? (isBusy ? NOT_NOW : undefined) };
}

/** Parses a response of the upload route. Returns undefined for any other response, such as one from a proxy. */
function parseBody(text: string): { refused: string[]; kept: string[] } | undefined {
	try {
		const { refused, kept }: Record<string, unknown> = Object(JSON.parse(text));
		if (!Array.isArray(refused) || !Array.isArray(kept)) return undefined;
		return { refused: refused.map(String), kept: kept.map(String) };
	} catch {
		return undefined;
	}
}

const NOT_NOW = "El servidor no puede recibirla ahora.";
