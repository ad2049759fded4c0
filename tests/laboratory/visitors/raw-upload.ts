import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Person } from "../servers/site";

/** Address, sender and headers of an upload whose bytes are written directly to a socket. */
export interface RawUpload {
	port: number;
	path: string;
	person: Person;
	headers: Readonly<Record<string, string | number>>;
}

export function headOf({ port, path, person, headers }: RawUpload): string {
	const lines = Object.entries({
		Host: `localhost:${port}`,
		Cookie: person.cookie,
		"Sec-Fetch-Site": "same-origin",
		...headers,
	});
	return `POST ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`;
}

/** Opens a connection and ignores later errors, so that the caller sees only "close". */
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

/** Sends `bytes`, waits `waitMs` and closes: with RST for `reset`, otherwise with FIN. */
export async function sendAndDisconnect(
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
