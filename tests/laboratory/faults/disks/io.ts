/** Makes some write and fsync calls of the server fail with ENOSPC (disk full) or EIO (I/O error). */
import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "../../../support/server/program";
import type { Measurement } from "../../figures/measurement";
import { seededRandom } from "../../figures/seeded-random";
import { numberText, zeroRows } from "../../figures/table";
import { addPeople, makeSite, type Person, type Site } from "../../servers/site";
import { Browser } from "../../visitors/document-requests";
import { makeSmallPhotos, type Photo } from "../../visitors/photos";
import { checkFiles, filesWithoutRow, readStoredData } from "../../visitors/stored-documents";
import { ResponseLog, type Status } from "./response-log";
import { type Fault, injectFaults } from "./strace";

const PHOTOS = 12;
const MAX_END_MS = 30_000;

/** A kind of disk failure, and how the server must react. */
export interface FailureScenario {
	what: string;
	fault: (site: Site, random: () => number) => Fault;
	/** Status of the response to a form whose write or fsync call fails. */
	status: number;
	mustExit: boolean;
}

const databaseFiles = ({ databasePath }: Site) => [databasePath, `${databasePath}-wal`];
/** Lets the write call number `first` fail, then every `step`-th. Saving a form takes about 40 write calls. */
const forWrites = (random: () => number) => ({
	first: 40 + Math.floor(random() * 80),
	step: 90 + Math.floor(random() * 160),
});
/** Lets the fsync call number `first` fail, then every `step`-th. Saving a form takes one fsync call. */
const forFsyncs = (random: () => number) => ({
	first: 2 + Math.floor(random() * 10),
	step: 5 + Math.floor(random() * 8),
});

/** Failures of writes and fsyncs of the database, and of fsyncs of the folder that contains the photos. */
export const scenarios: readonly FailureScenario[] = [
	{
		what: "escribir en la base da ENOSPC",
		fault: (site, random) => ({
			...{ call: "pwrite64", error: "ENOSPC", paths: databaseFiles(site) },
			...forWrites(random),
		}),
		status: 507,
		mustExit: false,
	},
	{
		what: "escribir en la base da EIO",
		fault: (site, random) => ({
			...{ call: "pwrite64", error: "EIO", paths: databaseFiles(site) },
			...forWrites(random),
		}),
		status: 500,
		mustExit: true,
	},
	{
		what: "fsync de la base da EIO",
		fault: (site, random) => ({
			...{ call: "fsync", error: "EIO", paths: databaseFiles(site) },
			...forFsyncs(random),
		}),
		status: 500,
		mustExit: true,
	},
	{
		what: "fsync de UPLOADS_DIR da EIO",
		fault: ({ uploads }, random) => ({
			...{ call: "fsync", error: "EIO", paths: [uploads] },
			...forFsyncs(random),
		}),
		status: 500,
		mustExit: false,
	},
];

/** HTTP statuses that the response may have. "none": the server may exit before the response. */
export function possibleStatuses({ status, mustExit }: FailureScenario): Status[] {
	return mustExit ? [303, status, "none"] : [303, status];
}

export interface IoResult {
	log: ResponseLog;
	lost: string[];
	/** Documents that were refused and nevertheless stored. */
	unexpected: string[];
	damage: string[];
	dangling: string[];
	/** Photo files that no database row names. The server removes them later. */
	orphans: string[];
	ended: number;
	keptRunning: number;
}

/**
 * Sends forms while system calls fail, and restarts the server when it exits. Then compares stored documents with
 * the responses.
 * @throws Error in Spanish where strace is missing or may not trace the server
 */
export async function failRepeatedly(
	scenario: FailureScenario,
	forms: number,
	seed: number,
): Promise<IoResult> {
	const random = seededRandom(seed);
	const photos = await makeSmallPhotos(PHOTOS);
	const site = makeSite();
	const [person] = addPeople(site.databasePath, 1);
	if (!person) throw new Error("no person was added");
	const result = { log: new ResponseLog(), ended: 0, keptRunning: 0 };
	for (let left = forms; left > 0; ) {
		const relevo = await site.start();
		await injectFaults(relevo, scenario.fault(site, random));
		left -= await sendUntilEnd(relevo, person, photos, scenario, left, result);
	}
	const relevo = await site.start();
	await relevo.stop();
	const stored = readStoredData(site.databasePath);
	const { dangling } = checkFiles(stored.images, site.uploads, photos);
	const orphans = filesWithoutRow(stored.images, site.uploads);
	site.remove();
	return { ...result, ...result.log.compare(stored), damage: stored.damage, dangling, orphans };
}

export async function measureIo(forms: number, seed: number): Promise<Measurement> {
	const measurement: Measurement = { rows: [], problems: [] };
	for (const scenario of scenarios) {
		const result = await failRepeatedly(scenario, forms, seed);
		const zeroRow = zeroRows("io");
		const { log, lost, unexpected, damage, dangling, orphans, ended, keptRunning } = result;
		const { what, mustExit } = scenario;
		measurement.rows.push(
			zeroRow(
				`${numberText(forms)} formularios, ${what}: respuestas que nadie espera`,
				log.countUnexpected(possibleStatuses(scenario)),
				`${log}`,
			),
			zeroRow(
				"Confirmados que faltan, o rechazados que están",
				lost.length + unexpected.length,
				`${lost.length} y ${unexpected.length}`,
			),
			zeroRow(
				"Daños en la base, filas sin sus archivos",
				damage.length + dangling.length,
				`${orphans.length} archivos para la limpieza`,
			),
		);
		if (mustExit)
			measurement.rows.push(
				zeroRow(
					"Servidores que siguieron después de eso",
					keptRunning,
					`${ended} terminaron y volvieron a arrancar`,
				),
			);
		measurement.problems.push(
			...lost,
			...unexpected,
			...damage,
			...dangling.map((id) => `sin archivo: ${id}`),
		);
	}
	return measurement;
}

/**
 * Sends forms until `forms` are sent or the server exits.
 * @returns the number of forms sent
 */
async function sendUntilEnd(
	relevo: Program,
	person: Person,
	photos: readonly Photo[],
	{ mustExit }: FailureScenario,
	forms: number,
	result: Pick<IoResult, "log" | "ended" | "keptRunning">,
): Promise<number> {
	const browser = new Browser(person, relevo.port);
	let sent = 0;
	let isEnded = false;
	const ended = relevo.ended.then(() => {
		isEnded = true;
	});
	while (sent < forms && !isEnded) {
		const photo = photos[sent++ % photos.length];
		const status = await result.log.send(browser, photo ? [photo.file] : []);
		if (status === 303 || !mustExit) continue;
		await Promise.race([ended, sleep(MAX_END_MS)]);
		if (isEnded) result.ended++;
		else result.keptRunning++;
	}
	browser.close();
	await relevo.stop();
	return sent;
}
