/** Makes backups while people change documents, then restores and checks each backup. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../support/server/wait-until";
import type { Measurement } from "../figures/measurement";
import { seededRandom } from "../figures/seeded-random";
import { numberText, zeroRows } from "../figures/table";
import { migrate } from "../servers/programs";
import { addPeople, makeSite, type Site } from "../servers/site";
import { loseData, runCommand } from "../servers/site-commands";
import { BusyPerson } from "../visitors/busy-person";
import { Browser } from "../visitors/document-requests";
import { makeSmallPhotos } from "../visitors/photos";
import { confirmedStates, leftoversIn, restoreAndCompare } from "./backup-runs";

const PEOPLE = 4;
const WINDOWS = 2;
const PHOTOS = 14;
/** Number of documents that people have sent or deleted before the first backup. */
const HEAD_START = 30;
/** Folder on another file system than the site's, so that backups copy images instead of hard-linking them. */
const OTHER_DISK = "/dev/shm";
/**
 * Fraction of a backup's duration in which Node only loads the program. All kills come after this time, so that they
 * interrupt the backup itself.
 */
const LOADING_SHARE = 0.3;

export interface BackupsResult {
	/** Number of documents that were compared with the server's responses, over all restored backups. */
	compared: number;
	wrong: string[];
	/** Number of backup commands ended by kill -9. */
	killed: number;
	/** Errors in the backups after kills, and files that kills left behind. */
	afterKills: string[];
	problems: string[];
	times: number[];
	/** Recovery after the loss of all data: duration of the restore, and time until the first page. */
	drill: { restoreMs: number; servingMs: number };
}

/** Makes backups under load, kills other backups midway, and recovers from the loss of all data. */
export async function backUpRepeatedly(backups: number, kills: number, seed: number): Promise<BackupsResult> {
	const random = seededRandom(seed);
	const photos = await makeSmallPhotos(PHOTOS);
	const site = makeSite();
	const busyPeople = addPeople(site.databasePath, PEOPLE).flatMap((person) =>
		Array.from({ length: WINDOWS }, () => new BusyPerson(person, photos, random)),
	);
	const folders = [
		join(site.settings.BACKUPS_DIR ?? "", "propias"),
		mkdtempSync(join(existsSync(OTHER_DISK) ? OTHER_DISK : tmpdir(), "relevo-backups-")),
	];
	const result: BackupsResult = {
		...{ compared: 0, wrong: [], killed: 0, afterKills: [], problems: [], times: [] },
		drill: { restoreMs: 0, servingMs: 0 },
	};
	const relevo = await site.start();
	/** Lets people change documents until `use` has ended. */
	const underLoad = async <Result>(use: () => Promise<Result>): Promise<Result> => {
		let isOver = false;
		const work = busyPeople.map((busyPerson) =>
			busyPerson.work(
				relevo.port,
				() => {},
				() => isOver,
			),
		);
		const used = await use();
		isOver = true;
		await Promise.all(work);
		return used;
	};
	await underLoad(() =>
		waitUntil(() => confirmedStates(busyPeople).size >= HEAD_START, "there are documents to back up"),
	);
	const backUp = async (folder: string) => {
		const { before, run, after } = await underLoad(async () => ({
			before: confirmedStates(busyPeople),
			run: await runCommand(site, ["backup", "--to", folder]),
			after: confirmedStates(busyPeople),
		}));
		result.times.push(run.ms);
		if (run.code !== 0) result.problems.push(`copia: ${run.errors}`);
		const restored = await restoreAndCompare(site, folder, photos, { before, after });
		result.compared += restored.compared;
		return restored.wrong;
	};
	for (let turn = 0; turn < backups; turn++) {
		result.wrong.push(...(await backUp(folders[turn % 2] ?? "")));
	}
	for (let kill = 0; kill < kills; kill++) {
		const folder = folders[kill % 2] ?? "";
		const lastMs = result.times.at(-1) ?? 0;
		const killMs = lastMs * (LOADING_SHARE + (1 - LOADING_SHARE) * random());
		const { code } = await underLoad(() => runCommand(site, ["backup", "--to", folder], { killMs }));
		// The exit code is null only if the kill came before the end of the backup.
		if (code === null) result.killed++;
		result.afterKills.push(...(await backUp(folder)), ...leftoversIn(folder));
	}
	await relevo.stop();
	result.problems.push(...busyPeople.flatMap(({ problems }) => problems));
	result.drill = await recoverFromLoss(site, folders[0] ?? "");
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	site.remove();
	return result;
}

export async function measureBackups(backups: number, kills: number, seed: number): Promise<Measurement> {
	const result = await backUpRepeatedly(backups, kills, seed);
	const { compared, wrong, killed, afterKills, problems, times, drill } = result;
	const zeroRow = zeroRows("backups");
	const longest = numberText(Math.max(...times) / 1000, 1);
	return {
		rows: [
			zeroRow(
				`${backups} copias mientras se escribe, restauradas: lo que no es lo confirmado`,
				wrong,
				`${numberText(compared)} documentos comparados`,
			),
			zeroRow(
				`${kills} copias cortadas con kill -9: lo que quedó, o falta en la siguiente`,
				afterKills,
				`${killed} en el medio`,
			),
			zeroRow("Copias que fallaron, respuestas que nadie espera", problems, `la más larga, ${longest} s`),
			{
				id: "backups",
				what: "Segundos desde perder todo hasta la primera página",
				figure: `${numberText(drill.restoreMs / 1000, 1)} s de ellos, restaurar`,
				value: drill.servingMs / 1000,
				unit: "",
			},
		],
		problems: [...problems, ...wrong, ...afterKills],
	};
}

/** Deletes all data, restores the newest backup and starts the server. */
async function recoverFromLoss(site: Site, backups: string): Promise<BackupsResult["drill"]> {
	loseData(site);
	const { code, errors, ms: restoreMs } = await runCommand(site, ["restore", "--from", backups]);
	if (code !== 0) throw new Error(`restore: ${errors}`);
	const startedAt = performance.now();
	migrate(site.settings);
	const relevo = await site.start();
	const visitor = new Browser({ id: "", cookie: "" }, relevo.port);
	const page = await visitor.get("/home");
	visitor.close();
	const servingMs = restoreMs + performance.now() - startedAt;
	await relevo.stop();
	if (page?.status !== 200) throw new Error(`/home: ${page?.status}`);
	return { restoreMs, servingMs };
}
