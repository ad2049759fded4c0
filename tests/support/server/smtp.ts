import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "./ports.mjs";

export interface ReceivedMail {
	/** Recipients in the mail's envelope. */
	to: string[];
	subject: string;
	text: string;
	html: string;
	headers: { key: string; value: string }[];
	raw: string;
}

export interface Smtp {
	url: string;
	/** Received mails, oldest first. */
	mails: ReceivedMail[];
	/** Returns the first mail for which `fits` is true; waits up to 60 s for it. Returns each mail only once. */
	waitForMail(fits: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
	/** Rejects the next `count` recipients or senders. A `code` of 4xx is a temporary error, 5xx a permanent one. */
	refuseNext(count: number, code: number, whom?: "recipient" | "sender", reason?: string): void;
	/** Delays the response for recipients for which `fits` is true, until the returned function is called. */
	keepWaiting(fits: (address: string) => boolean): () => void;
	/** Takes mails at once, and says so only after `ms`, like a server that looks at them first. */
	answerLate(ms: number): void;
	/** Number of open connections. */
	connections(): number;
	stop(): Promise<void>;
}

/** Starts one SMTP server for all tests of a file. */
export function smtpForFile(): Smtp {
	let started: Smtp | undefined;
	const smtp = () => {
		if (!started) throw new Error("the SMTP server starts before the first test");
		return started;
	};
	beforeAll(async () => {
		started = await startSmtp();
	});
	afterAll(() => started?.stop());
	return {
		get url() {
			return smtp().url;
		},
		get mails() {
			return smtp().mails;
		},
		waitForMail: (fits) => smtp().waitForMail(fits),
		refuseNext: (...refusal) => smtp().refuseNext(...refusal),
		keepWaiting: (fits) => smtp().keepWaiting(fits),
		answerLate: (ms) => smtp().answerLate(ms),
		connections: () => smtp().connections(),
		stop: () => smtp().stop(),
	};
}

/** Starts an SMTP server on loopback, on the given port or on one that no outgoing connection takes after a stop. */
export async function startSmtp(wanted?: number): Promise<Smtp> {
	const port = wanted ?? (await freePort());
	const mails: ReceivedMail[] = [];
	const taken = new Set<ReceivedMail>();
	const onMail = new Set<() => void>();
	let refusals = { count: 0, code: 0, whom: "recipient", reason: "" };
	let isSlow = (_address: string) => false;
	const release = new Set<() => void>();
	let answersAfterMs = 0;
	const refusal = (whom: "recipient" | "sender") => {
		if (refusals.count === 0 || refusals.whom !== whom) return undefined;
		refusals.count -= 1;
		return Object.assign(new Error(refusals.reason), { responseCode: refusals.code });
	};
	const server = new SMTPServer({
		authOptional: true,
		// Time in ms after which a stopping server closes open connections.
		closeTimeout: 200,
		disabledCommands: ["STARTTLS"],
		onMailFrom: (_address, _session, callback) => callback(refusal("sender")),
		onRcptTo({ address }, _session, callback) {
			const respond = () => callback(refusal("recipient"));
			if (isSlow(address)) release.add(respond);
			else respond();
		},
		onData(stream, session, callback) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				const raw = Buffer.concat(chunks);
				const { subject = "", text = "", html = "", headers } = await PostalMime.parse(raw);
				const to = session.envelope.rcptTo.map(({ address }) => address);
				mails.push({ to, subject, text, html, headers, raw: raw.toString() });
				setTimeout(callback, answersAfterMs);
				for (const look of onMail) look();
			});
		},
	});
	server.on("error", () => {});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return {
		url: `smtp://127.0.0.1:${port}`,
		mails,
		waitForMail: (fits) =>
			new Promise((resolve, reject) => {
				const timer = setTimeout(() => {
					const got = mails.map(({ to, subject }) => [to, subject]);
					reject(new Error(`no such mail among ${JSON.stringify(got)}`));
				}, 60_000);
				const look = () => {
					const mail = mails.find((candidate) => !taken.has(candidate) && fits(candidate));
					if (!mail) return;
					clearTimeout(timer);
					onMail.delete(look);
					taken.add(mail);
					resolve(mail);
				};
				onMail.add(look);
				look();
			}),
		refuseNext(count, code, whom = "recipient", reason = "refused") {
			refusals = { count, code, whom, reason };
		},
		keepWaiting(fits) {
			isSlow = fits;
			return () => {
				isSlow = () => false;
				for (const respond of release) respond();
				release.clear();
			};
		},
		answerLate(ms) {
			answersAfterMs = ms;
		},
		connections: () => server.connections.size,
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
