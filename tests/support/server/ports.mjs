/** Finds and watches ports. Plain JavaScript, because `npm run nodes` (tests with several Node versions) has no build. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Ports below those of outgoing connections, which would take one between the search and the start of the server. Each
 * of vitest's workers has some for itself, and takes them in turn.
 */
const FIRST_PORT = 10_000;
const PORTS_OF_A_WORKER = 700;
const worker = Number(process.env.VITEST_POOL_ID ?? process.pid) % 32;
let turn = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/** @returns {Promise<number>} */
export async function freePort() {
	turn = (turn + 1) % PORTS_OF_A_WORKER;
	const port = FIRST_PORT + worker * PORTS_OF_A_WORKER + turn;
	return (await accepts(port)) ? freePort() : port;
}

/**
 * Resolves when the port accepts a connection. `check` runs after each failed attempt; its error ends the wait.
 * @param {number} port
 * @param {() => void} check
 */
export async function untilListening(port, check) {
	while (!(await accepts(port))) {
		check();
		await sleep(2);
	}
}

/**
 * Whether the port accepts a connection.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function accepts(port) {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});
}
