import { isSlow, isWorthShrinking, longestAnswerMs, SILENCE_MS } from "./send-speed";

/** What has become of a photo. */
export interface PhotoAnswer {
	/** "refused": it will never be taken. "failed": it may be next time. "signed-out": the session has ended. "slow": it was stopped. */
	kind: "saved" | "refused" | "failed" | "signed-out" | "slow";
	/** The server's words. */
	reason?: string;
	/** What the server knows it by, as long as it is of no document yet. */
	id?: string;
}

interface Sending {
	address: string;
	body: FormData;
	/** Called with how much of it has left, from 0 to 1, and whether that goes slowly. */
	onProgress: (part: number, isSlow: boolean) => void;
	/** Stops it when it goes so slowly that a smaller one arrives sooner. */
	mayBeSmaller: boolean;
	/** Ends it, as failed. */
	signal: AbortSignal;
}

/** Sends one photo, and never throws. XMLHttpRequest, since fetch does not tell how far it is. */
export function sendPhoto({
	address,
	body,
	onProgress,
	mayBeSmaller,
	signal,
}: Sending): Promise<PhotoAnswer> {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		const stop = () => request.abort();
		let isStoppedAsSlow = false;
		const begun = performance.now();
		let timer = setTimeout(stop, SILENCE_MS);
		const wait = (ms: number) => {
			clearTimeout(timer);
			timer = setTimeout(stop, ms);
		};
		request.upload.onprogress = ({ loaded, total }) => {
			const speed = { loaded, total, ms: performance.now() - begun };
			wait(SILENCE_MS);
			onProgress(loaded / total, isSlow(speed));
			isStoppedAsSlow = mayBeSmaller && isWorthShrinking(speed);
			if (isStoppedAsSlow) stop();
		};
		request.upload.onload = ({ total }) => wait(longestAnswerMs(total));
		request.onloadend = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", stop);
			resolve(isStoppedAsSlow ? { kind: "slow" } : answerOf(request));
		};
		signal.addEventListener("abort", stop);
		request.open("POST", address);
		request.send(body);
	});
}

function answerOf(request: XMLHttpRequest): PhotoAnswer {
	const { status } = request;
	if (status === 401) return { kind: "signed-out" };
	const said = answerIn(request.responseText);
	const reason = said?.refused[0];
	if (status === 200 && said && reason === undefined) return { kind: "saved", id: said.kept[0] };
	// 408 is the gate's word for a connection that was too slow.
	const isFinal = status >= 400 && status < 500 && status !== 408;
	return { kind: isFinal ? "refused" : "failed", reason: reason ?? (status >= 500 ? NOT_NOW : undefined) };
}

/** What the server has against the photo, and what it knows it by; undefined when this is no answer of its action. */
function answerIn(text: string): { refused: string[]; kept: string[] } | undefined {
	try {
		const answer: unknown = JSON.parse(text);
		if (typeof answer !== "object" || answer === null || !("refused" in answer && "kept" in answer))
			return undefined;
		const { refused, kept } = answer;
		if (!Array.isArray(refused) || !Array.isArray(kept)) return undefined;
		return { refused: refused.map(String), kept: kept.map(String) };
	} catch {
		return undefined;
	}
}

const NOT_NOW = "El servidor no puede recibirla ahora.";
