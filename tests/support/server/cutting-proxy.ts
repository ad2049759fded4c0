import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll } from "vitest";

export interface CuttingProxy {
	origin: string;
	/** From now on answers to requests that contain `mark` are lost, after the server has given them. */
	loseAnswers(mark: string | undefined): void;
	/** Keeps answers to requests that contain `mark` back, after the server has given them, until they are let go. */
	holdAnswers(mark: string): HeldAnswers;
}

export interface HeldAnswers {
	/** To how many requests. */
	count(): number;
	letGo(): void;
}

/** A bad line in front of a server, for all tests of a file: what goes through is what the server really does. */
export function cuttingProxyForFile(target: { origin: string }): CuttingProxy {
	const sockets = new Set<Socket>();
	let lost: string | undefined;
	let held: { mark: string; clients: Set<Socket>; pieces: (() => void)[] } | undefined;
	const server = createServer((client) => {
		const upstream = connect(Number(new URL(target.origin).port), "127.0.0.1");
		let asked = "";
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => {});
			socket.on("close", () => {
				sockets.delete(socket);
				client.destroy();
				upstream.destroy();
			});
		}
		client.on("data", (chunk: Buffer) => {
			asked += chunk.toString("latin1");
			upstream.write(chunk);
		});
		upstream.on("data", (chunk: Buffer) => {
			if (lost !== undefined && asked.includes(lost)) return client.destroy();
			if (held && asked.includes(held.mark)) {
				held.clients.add(client);
				return held.pieces.push(() => client.write(chunk));
			}
			asked = "";
			client.write(chunk);
		});
	});
	const proxy: CuttingProxy = {
		origin: "",
		loseAnswers(mark) {
			lost = mark;
		},
		holdAnswers(mark) {
			const clients = new Set<Socket>();
			const pieces: (() => void)[] = [];
			held = { mark, clients, pieces };
			return {
				count: () => clients.size,
				letGo() {
					held = undefined;
					for (const send of pieces) send();
				},
			};
		},
	};
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		proxy.origin = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
	});
	afterAll(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return proxy;
}
