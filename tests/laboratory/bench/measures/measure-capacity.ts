/**
 * Measures how many requests of signed-in people one processor core handles per second: pages, and overtime forms.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "~/lib/time/civil-date";
import type { Program } from "../../../support/server/program";
import { todayIn } from "../../../support/texts/today";
import { peakMemoryDuring } from "../../figures/process-figures";
import { percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { limitData } from "../../servers/data-limit";
import { benchFolder, startReference, startRelevo } from "../../servers/programs";
import { Browser } from "../../visitors/document-requests";
import { addDocuments, makeExtrasDatabase } from "../extras-database";
import { runLoad } from "../load";

/** Database size: 500 people with 1000 extras (overtime entries) each. */
const contents = { own: 1000, rows: 500_000 };
const DOCUMENTS = 20;

/** Pages requested in turn, as by a signed-in person who checks shifts, overtime and documents. */
export const visit = [
	"/home?inicio=1",
	"/diagrams/4turnos_7dias?crew=B",
	"/auth/my-account",
	"/auth/work-overtime",
	"/auth/work-overtime/add-work-overtime?idFile=22222222-2222-4222-8222-222222222222",
	"/auth/my-documents",
	"/auth/my-documents?q=carne",
];

/** Steps, in pages per second, by which the rate is raised: first the long step as often as possible, then the short one. */
const STEPS = [50, 10];
/**
 * Lower bound on the pages per second that Relevo sends, as a fraction of the responses per second that a minimal
 * node:http server (reference-server.ts) sends on the same core.
 */
const MIN_OF_RAW = 0.09;
const RAW_SECONDS = 4;
const RAW_CONNECTIONS = 16;
const STEP_SECONDS = 8;
/** Upper bound on the 95th percentile of page latency, in ms: people notice a longer wait. */
const MAX_P95_MS = 200;
const SENDERS = 8;
const SAVES_PER_SENDER = 100;

/** Command prefix that limits the server to one core and 512 MB of memory, like the smallest virtual server. */
const ONE_CORE = ["taskset", "-c", "0", ...limitData(512)];

export async function measureCapacity(): Promise<Row[]> {
	const folder = mkdtempSync(join(benchFolder, "capacity-"));
	const path = join(folder, "relevo.sqlite");
	const { cookie } = await makeExtrasDatabase(path, contents);
	addDocuments(path, DOCUMENTS);
	const relevo = await startRelevo({ DATABASE_PATH: path }, { launcher: ONE_CORE });
	try {
		const rawBefore = await rawRate();
		const { result: pages, most } = await peakMemoryDuring(relevo.pid, () => findHighestRate(relevo, cookie));
		// The speed of a machine changes within minutes.
		const raw = (rawBefore + (await rawRate())) / 2;
		return [
			{
				id: "capacity",
				what: `Un núcleo: páginas de gente que ingresó, por segundo, con p95 ≤ ${MAX_P95_MS} ms`,
				figure: `p95 ${numberText(pages.p95)} ms; la base ${numberText(statSync(path).size / 1e6)} MB`,
				value: pages.rate,
				unit: "",
			},
			{
				id: "capacity",
				what: "Lo mismo contra la referencia en ese núcleo",
				figure: `${numberText(pages.rate)}/s`,
				reference: `${numberText(raw)}/s`,
				value: pages.rate / raw,
				unit: "×",
				bound: { atLeast: MIN_OF_RAW },
			},
			{ id: "capacity", what: "Memoria mientras tanto, lo más", figure: "", value: most, unit: "MB" },
			await measureSaves(relevo, cookie),
		];
	} finally {
		await relevo.stop();
		rmSync(folder, { recursive: true });
	}
}

/** Responses per second of the minimal server in reference-server.ts on one core. */
async function rawRate(): Promise<number> {
	const reference = await startReference(undefined, ONE_CORE);
	try {
		const { responses, seconds } = await runLoad({
			kind: "closed",
			port: reference.port,
			paths: ["/"],
			headers: { "Accept-Encoding": "gzip" },
			connections: RAW_CONNECTIONS,
			seconds: RAW_SECONDS,
			maxRequests: 200_000,
		});
		return responses / seconds;
	} finally {
		await reference.stop();
	}
}

/** Raises the rate by `STEPS`. Returns the last rate with which the server keeps up. */
async function findHighestRate(relevo: Program, cookie: string): Promise<{ rate: number; p95: number }> {
	let best = { rate: 0, p95: 0 };
	for (const step of STEPS) {
		let next = await tryRate(relevo, cookie, best.rate + step);
		while (next) {
			best = next;
			next = await tryRate(relevo, cookie, best.rate + step);
		}
	}
	return best;
}

/**
 * Requests `rate` pages per second. A failed attempt is repeated once, because other work of the machine can hold up a
 * server.
 * @returns undefined if the server loses a request, or if the p95 latency exceeds `MAX_P95_MS`, in both attempts
 */
async function tryRate(relevo: Program, cookie: string, rate: number) {
	const headers = { Cookie: cookie, "Accept-Encoding": "gzip" };
	const paths = Array.from({ length: rate * STEP_SECONDS }, (_, index) => visit[index % visit.length] ?? "");
	for (let attempt = 0; attempt < 2; attempt++) {
		const { latencies, lost } = await runLoad({ kind: "open", port: relevo.port, paths, headers, rate });
		const p95 = percentile(latencies, 95);
		if (lost === 0 && p95 <= MAX_P95_MS) return { rate, p95 };
	}
	return undefined;
}

async function measureSaves(relevo: Program, cookie: string): Promise<Row> {
	const times: number[] = [];
	const firstDay = addDays(todayIn("America/Argentina/Buenos_Aires"), -contents.own);
	const begun = performance.now();
	const send = async (_: unknown, sender: number) => {
		const browser = new Browser({ id: "", cookie }, relevo.port);
		for (let count = 0; count < SAVES_PER_SENDER; count++) {
			const since = performance.now();
			const form = {
				idFile: randomUUID(),
				hour: "4",
				// The days before the person's other extras: an extra beside them would be asked about.
				date: addDays(firstDay, -(sender * SAVES_PER_SENDER + count)),
				shift: "M",
			};
			const reply = await saveExtra(browser, form);
			if (reply?.status !== 302 && reply?.status !== 303) throw new Error(`guardar: estado ${reply?.status}`);
			times.push(performance.now() - since);
		}
		browser.close();
	};
	await Promise.all(Array.from({ length: SENDERS }, send));
	const seconds = (performance.now() - begun) / 1000;
	return {
		id: "capacity",
		what: `Un núcleo: extras guardadas por segundo, ${SENDERS} a la vez`,
		figure: `p95 ${numberText(percentile(times, 95))} ms`,
		value: times.length / seconds,
		unit: "",
	};
}

/** Saves an extra, and once more if the form asks about it because the person works that shift anyway. */
async function saveExtra(browser: Browser, form: Record<string, string>) {
	const path = "/auth/work-overtime/add-work-overtime";
	const reply = await browser.postUrlencoded(path, form);
	const [, asked] = /name="asked" value="([^"]+)"/.exec(reply?.text ?? "") ?? [];
	return asked ? browser.postUrlencoded(path, { ...form, asked }) : reply;
}
