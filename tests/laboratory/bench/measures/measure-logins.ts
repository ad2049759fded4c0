/** Measures the latency of a public page during fifty sign-ins per second with a wrong password. */
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../support/server/ports.mjs";
import { loopDelay, loopRow } from "../../figures/loop-delay";
import { peakMemoryDuring, residentMegabytes } from "../../figures/process-figures";
import { percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { startRelevo } from "../../servers/programs";

const LOGINS_PER_SECOND = 50;
const PAGES_PER_SECOND = 10;
const MAX_PAGE_MS = 500;
const MAX_GROWTH_MB = 150;
const REST_MS = 2000;
/** Status 400 means a wrong password, 429 the rate limit, 503 a full queue. */
const expectedStatuses = new Set([400, 429, 503]);

export async function measureLogins(seconds: number): Promise<Row[]> {
	// Each sign-in claims its own client address: after 300 attempts from one address, the server would refuse
	// sign-ins without hashing the password.
	const metricsPort = await freePort();
	const relevo = await startRelevo({ TRUST_PROXY_HOPS: "1", METRICS_PORT: String(metricsPort) });
	const origin = `http://localhost:${relevo.port}`;
	try {
		await fetch(`${origin}/about`);
		await sleep(REST_MS);
		const atRest = residentMegabytes(relevo.pid);
		const statuses: number[] = [];
		const pages: number[] = [];
		await loopDelay(metricsPort);
		const { most } = await peakMemoryDuring(relevo.pid, async () => {
			const work: Promise<void>[] = [];
			for (let tick = 0; tick < seconds * LOGINS_PER_SECOND; tick++) {
				work.push(signIn(origin, tick, statuses));
				// `visit` requests a new URL each time, which bypasses the server's page cache.
				if (tick % (LOGINS_PER_SECOND / PAGES_PER_SECOND) === 0) work.push(visit(origin, tick, pages));
				await sleep(1000 / LOGINS_PER_SECOND);
			}
			await Promise.all(work);
		});
		const delay = loopRow("esos ingresos", await loopDelay(metricsPort));
		return [...rowsOf(statuses, pages, most - atRest), delay];
	} finally {
		await relevo.stop();
	}
}

async function signIn(origin: string, tick: number, statuses: number[]): Promise<void> {
	const response = await fetch(`${origin}/auth/login`, {
		method: "POST",
		headers: { Origin: origin, "X-Forwarded-For": `10.1.${Math.floor(tick / 250) % 250}.${tick % 250}` },
		body: new URLSearchParams({ email: `nadie${tick}@planta.example`, password: "no es esta" }),
	}).catch(() => undefined);
	await response?.arrayBuffer();
	statuses.push(response?.status ?? 0);
}

async function visit(origin: string, tick: number, pages: number[]): Promise<void> {
	const begun = performance.now();
	await (await fetch(`${origin}/about?x=${tick}`)).arrayBuffer();
	pages.push(performance.now() - begun);
}

function rowsOf(statuses: number[], pages: number[], growth: number): Row[] {
	const count = (status: number) => statuses.filter((other) => other === status).length;
	const others = statuses.filter((status) => !expectedStatuses.has(status)).length;
	const p95 = percentile(pages, 95);
	return [
		{
			id: "sign-ins",
			what: `${LOGINS_PER_SECOND} ingresos equivocados por segundo, ${numberText(statuses.length)} en todo`,
			figure: `${count(400)} con 400, ${count(503)} con 503, ${count(429)} con 429, otros ${others}`,
			value: others,
			unit: "",
			bound: { atMost: 0 },
		},
		{
			id: "sign-ins",
			what: "Las demás páginas mientras tanto, p95",
			figure: `${numberText(p95, 1)} ms`,
			value: p95,
			unit: "ms",
			bound: { atMost: MAX_PAGE_MS },
		},
		{
			id: "sign-ins",
			what: "Memoria que eso agrega, lo más",
			figure: `${numberText(growth)} MB`,
			value: growth,
			unit: "MB",
			bound: { atMost: MAX_GROWTH_MB },
		},
	];
}
