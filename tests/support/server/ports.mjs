/** Finds and watches ports. Plain JavaScript, because `npm run nodes` (tests with several Node versions) has no build. */
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** @returns {Promise<number>} */
export function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
		});
	});
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
