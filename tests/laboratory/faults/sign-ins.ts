/** Measures whether a person can sign in while an attacker signs in over many connections without pause. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import type { Measurement } from "../figures/measurement";
import { inDatabase, makeSite } from "../servers/site";

const CONNECTIONS = 28;
const ACCOUNTS = 7;
const SIGN_INS = 25;
const PAUSE_MS = 200;
const MAX_SESSIONS = 50;
const PASSWORD = "acero frío 1900";

export async function measureSignIns(): Promise<Measurement> {
	const site = makeSite();
	const hash = await hashPassword(PASSWORD);
	const emails = Array.from({ length: ACCOUNTS + 1 }, (_, n) => `persona${n}@planta.example`);
	inDatabase(site.databasePath, (file) => {
		const add = file.prepare(
			"INSERT INTO users (id, email, email_verified_at, username, password_hash, provider_auth, created_at, updated_at) VALUES (?, ?, 1, 'soldador', ?, 'NORMAL', 1, 1)",
		);
		for (const email of emails) add.run(randomUUID(), email, hash);
	});
	const relevo = await site.start();
	const signIn = (email = "") => postLogin(`http://localhost:${relevo.port}`, email);
	const [other, ...attackers] = emails;
	let isOver = false;
	let attackerSignIns = 0;
	const work = Array.from({ length: CONNECTIONS }, async (_, n) => {
		while (!isOver) {
			await signIn(attackers[n % ACCOUNTS]);
			attackerSignIns += 1;
		}
	});
	const statuses: number[] = [];
	for (let n = 0; n < SIGN_INS; n++) {
		await sleep(PAUSE_MS);
		statuses.push(await signIn(other));
	}
	isOver = true;
	await Promise.all(work);
	await relevo.stop();
	const maxSessions = inDatabase(site.databasePath, (file) =>
		file
			.prepare<[], number>("SELECT max(n) FROM (SELECT count(*) AS n FROM sessions GROUP BY user_id)")
			.pluck()
			.get(),
	);
	site.remove();
	return {
		rows: [
			{
				id: "signins",
				what: `${CONNECTIONS} conexiones con ${ACCOUNTS} cuentas ingresan sin parar: de ${SIGN_INS} ingresos de otra persona, los que no entran`,
				figure: `${attackerSignIns} ingresos de las conexiones`,
				value: statuses.filter((status) => status !== 303).length,
				unit: "",
				bound: { atMost: 0 },
			},
			{
				id: "signins",
				what: "Sesiones de una persona, lo más",
				figure: "",
				value: maxSessions ?? 0,
				unit: "",
				bound: { atMost: MAX_SESSIONS },
			},
		],
		problems: [],
	};
}

async function postLogin(origin: string, email: string): Promise<number> {
	const response = await fetch(`${origin}/auth/login`, {
		method: "POST",
		headers: { Origin: origin },
		body: new URLSearchParams({ email, password: PASSWORD }),
		redirect: "manual",
	});
	await response.arrayBuffer();
	return response.status;
}
