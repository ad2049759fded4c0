/** Measures the overtime list page: its speed compared with minimal servers, and its latency as the table grows. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { send } from "../../../support/server/http-client";
import type { Program } from "../../../support/server/program";
import { median, percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { benchFolder, startReference, startRelevo, startStockList } from "../../servers/programs";
import { makeExtrasDatabase } from "../extras-database";
import { readListedRows, shownText } from "../listed-rows";
import { runLoad } from "../load";
import { measureInterleaved, speedText } from "./measure-throughput";

const LIST = "/auth/work-overtime";
const MIN_OF_RAW = 0.1;
const MIN_TIMES_STOCK = 1.3;
const MAX_GROWTH = 1.1;
const ROUNDS = 15;
/** Number of rounds in which the servers warm up before the rounds that are recorded. */
const WARM_UPS = 10;
const REQUESTS = 40;

const few = { own: 1000, rows: 1000 };
const many = { own: 20_000, rows: 2_000_000 };

/** A running server whose database holds overtime entries, and the request headers of a signed-in person. */
interface Site {
	program: Program;
	headers: { Cookie: string; "Accept-Encoding": string };
}

export async function measureExtras(): Promise<Row[]> {
	const folder = mkdtempSync(join(benchFolder, "extras-"));
	const [small, large] = [join(folder, "few.sqlite"), join(folder, "many.sqlite")];
	try {
		const { cookie } = await makeExtrasDatabase(small, few);
		const filled = await makeExtrasDatabase(large, many);
		process.stderr.write(`  ${numberText(many.rows)} extras en ${numberText(filled.seconds)} s\n`);
		const sites = await Promise.all([startSite(small, cookie), startSite(large, filled.cookie)]);
		try {
			// Compares the server with few rows and the server with many rows first. `measureSpeed` sends many requests
			// to the server with few rows only, which would make this server faster in the comparison.
			const growth = await measureGrowth(...sites);
			return [...(await measureSpeed(sites[0])), growth];
		} finally {
			await Promise.all(sites.map(({ program }) => program.stop()));
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function startSite(path: string, cookie: string): Promise<Site> {
	const headers = { Cookie: cookie, "Accept-Encoding": "gzip" };
	return { program: await startRelevo({ DATABASE_PATH: path }), headers };
}

/**
 * Compares the overtime list's responses per second with a minimal node:http server and with an unchanged Remix project
 * (stock Remix). Their pages have the same 25 rows with the same texts.
 */
async function measureSpeed({ program, headers }: Site): Promise<Row[]> {
	const page = await send(program.origin, LIST, { headers: { cookie: headers.Cookie } });
	const reference = await startReference(readListedRows(page.text));
	const stock = await startStockList(reference);
	const gzip = { "Accept-Encoding": "gzip" };
	try {
		for (const { port } of [reference, stock]) {
			const other = await fetch(`http://127.0.0.1:${port}`);
			if (shownText(await other.text()) !== shownText(page.text))
				throw new Error("a reference shows other texts");
		}
		const [raw, remix, relevo] = await measureInterleaved([
			{ program: reference, path: "/", headers: gzip },
			{ program: stock, path: "/", headers: gzip },
			{ program, path: LIST, headers },
		]);
		if (!raw || !remix || !relevo) throw new Error("nothing was measured");
		const row = { id: "extras", figure: speedText(relevo), unit: "×" } as const;
		return [
			{
				...row,
				what: "La lista de 25 extras, con sesión",
				reference: `${speedText(raw)}, la referencia`,
				value: relevo.perSecond / raw.perSecond,
				bound: { atLeast: MIN_OF_RAW },
			},
			{
				...row,
				what: "La misma contra Remix como viene",
				reference: speedText(remix),
				value: relevo.perSecond / remix.perSecond,
				bound: { atLeast: MIN_TIMES_STOCK },
			},
		];
	} finally {
		await Promise.all([reference.stop(), stock.stop()]);
	}
}

/** Measures the overtime list with few and many rows in turn, so that a slow moment of the machine affects both. */
async function measureGrowth(small: Site, large: Site): Promise<Row> {
	const rounds: { fewMs: number; manyMs: number }[] = [];
	for (let round = -WARM_UPS; round < ROUNDS; round++) {
		const first = round % 2 === 0 ? await timeOf(small) : await timeOf(large);
		const second = round % 2 === 0 ? await timeOf(large) : await timeOf(small);
		const times = round % 2 === 0 ? { fewMs: first, manyMs: second } : { fewMs: second, manyMs: first };
		if (round >= 0) rounds.push(times);
	}
	const fewMs = median(rounds.map((round) => round.fewMs));
	const manyMs = median(rounds.map((round) => round.manyMs));
	return {
		id: "long-list",
		what: `La lista de quien tiene ${numberText(many.own)} extras entre ${numberText(many.rows)}`,
		figure: `${numberText(manyMs, 2)} ms`,
		reference: `${numberText(fewMs, 2)} ms, ${numberText(few.own)} entre ${numberText(few.rows)}`,
		value: manyMs / fewMs,
		unit: "×",
		bound: { atMost: MAX_GROWTH },
	};
}

/** Measures the 10th percentile of the overtime list's latency, which other programs on the machine hardly affect. */
async function timeOf({ program, headers }: Site): Promise<number> {
	const paths = Array.from({ length: REQUESTS }, () => LIST);
	const { latencies, lost, firstError } = await runLoad({
		kind: "sequence",
		port: program.port,
		paths,
		headers,
	});
	if (lost > 0) throw new Error(`${lost} requests lost: ${firstError}`);
	return percentile(latencies, 10);
}
