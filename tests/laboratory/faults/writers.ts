/** Checks that no confirmed change is lost while fifty people save and operator commands run. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { addDays } from "~/lib/time/civil-date";
import type { Measurement } from "../figures/measurement";
import { percentile } from "../figures/statistics";
import { numberText, zeroRows } from "../figures/table";
import { addPeople, inDatabase, makeSite, type Person, type Site } from "../servers/site";
import { Browser } from "../visitors/document-requests";
import { makeSmallPhotos, type Photo } from "../visitors/photos";
import { checkFiles, filesWithoutRow, readStoredData } from "../visitors/stored-documents";
import { ResponseLog } from "./disks/response-log";

const PEOPLE = 50;
const PHOTOS = 8;
/** Maximum response time in ms: as long as SQLite waits for a locked database. */
const MAX_MS = 5000;
const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";

export interface WritersResult {
	log: ResponseLog;
	times: number[];
	/** Confirmed changes that the database lacks, and refused or deleted documents that the database contains. */
	lost: string[];
	commands: number;
	problems: string[];
	leftovers: string[];
}

/** For `seconds`, fifty people add overtime entries, and add and delete documents, while operator commands run. */
export async function writeTogether(seconds: number): Promise<WritersResult> {
	const site = makeSite();
	const photos = await makeSmallPhotos(PHOTOS);
	const people = addPeople(site.databasePath, PEOPLE);
	const result: WritersResult = {
		...{ log: new ResponseLog(), times: [], lost: [], commands: 0, problems: [], leftovers: [] },
	};
	const relevo = await site.start();
	const end = performance.now() + seconds * 1000;
	const extras = people.map((person) => write(person, relevo.port, end, photos, result));
	await Promise.all([runCommands(site, end, result), ...extras]);
	await relevo.stop();
	const stored = readStoredData(site.databasePath);
	const { lost, unexpected } = result.log.compare(stored);
	const confirmedExtras = (await Promise.all(extras)).reduce((sum, count) => sum + count, 0);
	const foundExtras = inDatabase(site.databasePath, (file) =>
		file.prepare("SELECT count(*) FROM extras").pluck().get(),
	);
	result.lost.push(...lost, ...unexpected);
	if (foundExtras !== confirmedExtras)
		result.lost.push(`extras: ${foundExtras}, confirmados ${confirmedExtras}`);
	result.leftovers.push(
		...stored.damage,
		...filesWithoutRow(stored.images, site.uploads).map((name) => `sin fila: ${name}`),
		...Object.values(checkFiles(stored.images, site.uploads, photos)).flat(),
	);
	site.remove();
	return result;
}

export async function measureWriters(seconds: number): Promise<Measurement> {
	const { log, times, lost, commands, problems, leftovers } = await writeTogether(seconds);
	const zeroRow = zeroRows("writers");
	return {
		rows: [
			zeroRow(
				`${PEOPLE} personas escriben ${seconds} s: respuestas que nadie espera`,
				log.countUnexpected([303]),
				`${log}`,
			),
			{
				id: "writers",
				what: "La respuesta que más tardó",
				figure: `p95 ${numberText(percentile(times, 95))} ms`,
				value: Math.max(...times),
				unit: "ms",
				bound: { atMost: MAX_MS },
			},
			zeroRow("Comandos del operador que fallaron mientras tanto", problems.length, `${commands} anduvieron`),
			zeroRow("Confirmados que faltan, o borrados que están", lost.length),
			zeroRow("Daños en la base, filas sin archivo, archivos sin fila", leftovers.length),
		],
		problems: [...problems, ...lost, ...leftovers],
	};
}

async function write(
	person: Person,
	port: number,
	end: number,
	photos: readonly Photo[],
	{ log, times }: WritersResult,
): Promise<number> {
	const browser = new Browser(person, port);
	const timed = async <Result>(send: () => Promise<Result>): Promise<Result> => {
		const startedAt = performance.now();
		const result = await send();
		times.push(performance.now() - startedAt);
		return result;
	};
	const own: string[] = [];
	let extras = 0;
	for (let turn = 0; performance.now() < end; turn++) {
		// A second extra of the same day and shift would be asked about.
		const date = addDays("2026-11-20", -turn);
		const fields = { idFile: randomUUID(), hour: "8", date, shift: "N", comment: `${turn}` };
		const reply = await timed(() => browser.postUrlencoded(ADD_EXTRA, fields));
		if (log.record(reply?.status ?? "none") === 303) extras++;
		const photo = photos[turn % photos.length];
		const idFile = randomUUID();
		const status = await timed(() => log.send(browser, photo ? [photo.file] : [], { idFile }));
		if (status === 303) own.push(idFile);
		const first = turn % 4 === 3 && own.shift();
		if (first) await timed(() => log.delete(browser, first));
	}
	browser.close();
	return extras;
}

/** Runs operator commands one after the other until `end`. Each command changes a holiday or a diagram. */
async function runCommands({ settings }: Site, end: number, result: WritersResult): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-commands-"));
	const file = join(folder, "feriados.json");
	const env = { ...settings, PATH: process.env.PATH, NODE_ENV: "production" as const };
	for (let turn = 0; performance.now() < end; turn++) {
		const words = turn % 2 === 0 ? ["holidays", "import", file] : anchorWords(turn);
		writeFileSync(file, JSON.stringify([holiday(turn)]));
		const [program, ...others] = words;
		const failure = await new Promise<string | undefined>((resolve) => {
			execFile(process.execPath, [`build/scripts/${program}.js`, ...others], { env }, (error, _, stderr) =>
				resolve(error ? `${words.join(" ")}: ${stderr || error.message}` : undefined),
			);
		});
		if (failure) result.problems.push(failure);
		else result.commands++;
	}
	rmSync(folder, { recursive: true });
}

function anchorWords(turn: number): string[] {
	const day = turn % 4 === 1 ? "1" : "2";
	return [
		"diagrams",
		"anchor",
		"4turnos_7dias",
		"--date",
		"2026-12-01",
		"--crew",
		"A",
		"--shift",
		"N",
		"--day",
		day,
	];
}

/** A holiday on the date of all overtime entries, so that importing it recalculates the entries. */
function holiday(turn: number): Holiday {
	const kind = turn % 4 === 0 ? "feriado" : "gremial";
	return { date: "2026-11-20", name: "Soberanía Nacional", kind, confirmed: true, source: `Decreto ${turn}` };
}
