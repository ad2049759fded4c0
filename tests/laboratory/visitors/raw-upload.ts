import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Person } from "../servers/site";

/** What of a request a browser has sent by the time it is cut off, or goes on sending. */
export interface RawUpload {
	port: number;
	path: string;
	person: Person;
	headers: Readonly<Record<string, string | number>>;
}

/** The head of a POST. */
export function headOf({ port, path, person, headers }: RawUpload): string {
	const lines = Object.entries({
		Host: `localhost:${port}`,
		Cookie: person.cookie,
		"Sec-Fetch-Site": "same-origin",
		...headers,
	});
	return `POST ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`;
}

/** Opens a connection. One that breaks is none of the caller's business: it sees it closed. */
export function openSocket(port: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("error", reject);
		socket.once("connect", () => {
			socket.off("error", reject);
			socket.on("error", () => {});
			resolve(socket);
		});
	});
}

/** Sends `bytes`, waits a moment and goes away in the middle: with a farewell, or without one (`reset`). */
export async function sendAndLeave(
	port: number,
	bytes: Buffer,
	{ waitMs, reset }: { waitMs: number; reset: boolean },
): Promise<void> {
	const socket = await openSocket(port);
	socket.resume();
	await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
	await sleep(waitMs);
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	if (reset) socket.resetAndDestroy();
	else socket.destroy();
	await closed;
}
