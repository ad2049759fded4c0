/** Measures whether response times reveal which e-mail addresses have an account. */
import { hash } from "@node-rs/argon2";
import { seedUser } from "../../support/accounts-on-disk";
import { median } from "../figures/statistics";
import { numberText, type Row } from "../figures/table";

const PAIRS = 400;
const MAX_MS = 2;

/**
 * Adds `PAIRS` people with a password.
 * @returns their e-mail addresses, and one session cookie
 */
export async function seedPeople(databasePath: string): Promise<{ emails: string[]; session: string }> {
	const passwordHash = await hash("una que nadie prueba", {
		memoryCost: 19_456,
		timeCost: 2,
		parallelism: 1,
	});
	const people = Array.from({ length: PAIRS }, (_, index) =>
		seedUser(databasePath, { email: `conocido${index}@planta.example`, password_hash: passwordHash }),
	);
	return { emails: people.map(({ email }) => email), session: people[0]?.cookie ?? "" };
}

export async function measureTiming(port: number, known: readonly string[]): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [what, path] of [
		["Ingreso", "/auth/login"],
		["Recuperación", "/auth/recovery-pass"],
	] as const) {
		const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
		for (const [index, email] of known.entries()) {
			// Measures known and unknown e-mail addresses in turn, so that slow changes of the machine affect both.
			const pair = [["known", email] as const, ["unknown", `des${email}`] as const];
			if (index % 2) pair.reverse();
			for (const [kind, address] of pair) times[kind].push(await timeOf(port, path, address, index));
		}
		const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
		rows.push({
			id: what === "Ingreso" ? "sign-in-time" : "recovery-time",
			what: `${what}: mediana de ${PAIRS} con cuenta y ${PAIRS} sin cuenta`,
			figure: `${numberText(knownMs, 2)} ms`,
			reference: `${numberText(unknownMs, 2)} ms`,
			value: Math.abs(knownMs - unknownMs),
			unit: "ms",
			bound: { atMost: MAX_MS },
		});
	}
	return rows;
}

async function timeOf(port: number, path: string, email: string, index: number): Promise<number> {
	const origin = `http://localhost:${port}`;
	const headers = { Origin: origin, "X-Forwarded-For": `10.2.${Math.floor(index / 200)}.${index % 200}` };
	const begun = performance.now();
	const body = new URLSearchParams({ email, password: "no es esta" });
	await (await fetch(origin + path, { method: "POST", headers, body, redirect: "manual" })).arrayBuffer();
	return performance.now() - begun;
}
