/** Sends mixed requests to a local server, as the load of `npm run nodes -- --load`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fail } from "../../../scripts/prepare.mjs";

export const PUBLIC_PAGES = [
	"/home",
	"/diagrams/4turnos_7dias",
	"/diagrams/4turnos_7dias?year=2028",
	"/security",
	"/auth/login",
];
const PRIVATE_PAGES = ["/auth/my-account", "/auth/my-documents", "/auth/work-overtime", "/auth/export"];
const CONCURRENCY = 8;
const PASSWORD = "acero frío 1900";

/**
 * Registers a person, then requests pages with and without the session and saves extras (overtime entries).
 * @param {NodeJS.ProcessEnv} env @param {string} cwd @param {{ output: string }} server
 * @param {number} loadMs @returns {Promise<string>} number of responses by HTTP status, as text
 */
export async function load(env, cwd, server, loadMs) {
	const cookie = await signIn(env, cwd, server);
	const end = performance.now() + loadMs;
	/** Number of responses by HTTP status. @type {Map<number, number>} */
	const counts = new Map();
	let sent = 0;
	const work = async () => {
		while (performance.now() < end) {
			const index = sent++;
			const response =
				index % 10 === 0
					? await saveExtra(env, cookie)
					: index % 2 === 0
						? await sendRequest(
								env,
								/** @type {string} */ (PRIVATE_PAGES[(index / 2) % PRIVATE_PAGES.length]),
								{
									cookie,
								},
							)
						: await sendRequest(env, `${PUBLIC_PAGES[index % PUBLIC_PAGES.length]}`);
			counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
			await sleep(20);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	const kinds = Array.from(counts).sort(([one], [other]) => one - other);
	const parts = kinds.filter(([status]) => status > 0).map(([status, count]) => `${count} con ${status}`);
	return `${parts.join(", ")}; ${counts.get(0) ?? 0} sin respuesta`;
}

/**
 * Registers a person and verifies the e-mail address.
 * @param {NodeJS.ProcessEnv} env @param {string} cwd @param {{ output: string }} server
 * @returns {Promise<string>} Cookie header of the new session
 */
async function signIn(env, cwd, server) {
	const fields = {
		username: "Soldador",
		email: "obrero@planta.example",
		password: PASSWORD,
		confirmPassword: PASSWORD,
	};
	const registered = await sendRequest(env, "/auth/register", {}, fields);
	const mail = () => /[\w./-]+\.eml/.exec(server.output)?.[0];
	for (let left = 300; !mail() && left > 0; left--) await sleep(100);
	const text = readFileSync(join(cwd, mail() ?? fail("no llegó el mail con el código")), "utf8");
	const code = /\b\d{6}\b/.exec(text.slice(text.indexOf("\r\n\r\n")))?.[0] ?? "";
	const verified = await sendRequest(
		env,
		"/auth/verify-email",
		{ cookie: registered.cookie },
		{ intent: "code", code },
	);
	if (verified.status !== 302 && verified.status !== 303)
		fail(`el código no abrió la sesión: ${verified.status}`);
	return verified.cookie;
}

let savedExtras = 0;

/** Saves an overtime entry. @param {NodeJS.ProcessEnv} env @param {string} cookie */
function saveExtra(env, cookie) {
	const fields = {
		idFile: crypto.randomUUID(),
		hour: "4,5",
		// A second extra of the same day and shift would be asked about.
		date: new Date(Date.UTC(2026, 10, 2) - 86_400_000 * savedExtras++).toISOString().slice(0, 10),
		shift: "M",
		comment: "carga",
	};
	return sendRequest(env, "/auth/work-overtime/add-work-overtime", { cookie }, fields);
}

/**
 * Sends an HTTP request. Status 0 in the result means that no complete response arrived.
 * @param {NodeJS.ProcessEnv} env @param {string} path
 * @param {Record<string, string>} headers
 * @param {Record<string, string>} [fields] form fields of a POST; when omitted, the request is a GET
 */
export async function sendRequest({ PORT }, path, headers = {}, fields = undefined) {
	const origin = `http://localhost:${PORT}`;
	try {
		const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
			method: fields ? "POST" : "GET",
			redirect: "manual",
			headers: { ...headers, origin, "sec-fetch-site": "same-origin" },
			body: fields && new URLSearchParams(fields),
			signal: AbortSignal.timeout(60_000),
		});
		await response.arrayBuffer();
		const cookie = response.headers
			.getSetCookie()
			.map((line) => line.split(";")[0])
			.join("; ");
		return { status: response.status, cookie };
	} catch {
		return { status: 0, cookie: "" };
	}
}
