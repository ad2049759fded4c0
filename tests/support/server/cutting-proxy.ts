import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll } from "vitest";

export interface CuttingProxy {
	origin: string;
	/** Drops responses to requests that contain `mark`, after the server has handled them. */
	loseResponses(mark: string | undefined): void;
	/** Holds back responses to requests that contain `mark`. */
	holdResponses(mark: string): HeldResponses;
}

export interface HeldResponses {
	count(): number;
	release(): void;
}

/** Starts a TCP proxy that loses or delays responses, for all tests of a file. */
export function cuttingProxyForFile(target: { origin: string }): CuttingProxy {
	const sockets = new Set<Socket>();
	let lost: string | undefined;
	let held: { mark: string; clients: Set<Socket>; pieces: (() => void)[] } | undefined;
	const server = createServer((client) => {
		const upstream = connect(Number(new URL(target.origin).port), "127.0.0.1");
		let request = "";
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
			request += chunk.toString("latin1");
			upstream.write(chunk);
		});
		upstream.on("data", (chunk: Buffer) => {
			if (lost !== undefined && request.includes(lost)) return client.destroy();
			if (held && request.includes(held.mark)) {
				held.clients.add(client);
				return held.pieces.push(() => client.write(chunk));
			}
			request = "";
			client.write(chunk);
		});
	});
	const proxy: CuttingProxy = {
		origin: "",
		loseResponses(mark) {
			lost = mark;
		},
		holdResponses(mark) {
			const clients = new Set<Socket>();
			const pieces: (() => void)[] = [];
			held = { mark, clients, pieces };
			return {
				count: () => clients.size,
				release() {
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
