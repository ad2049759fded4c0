/** Backups while people add, edit and delete documents; each is restored and looked at. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measured } from "../figures/measured";
import { randomOf } from "../figures/seeded-random";
import { numberText, type Row } from "../figures/table";
import { migrate } from "../servers/programs";
import { addPeople, makeSite, type Site } from "../servers/site";
import { BusyPerson } from "../visitors/busy-person";
import { Browser } from "../visitors/document-requests";
import { makeSmallPhotos } from "../visitors/photos";
import { knownNow, leftoversIn, restoreAndCompare, runCommand } from "./backup-runs";

const PEOPLE = 4;
const WINDOWS = 2;
const PHOTOS = 14;
/** People begin before the first backup. */
const HEAD_START_MS = 2000;
/** In most systems a disk of its own, in memory: images cannot be linked there and are copied. */
const OTHER_DISK = "/dev/shm";
/** Loading the program takes this part of a run: nothing can be interrupted before. */
const LOADING = 0.3;

/** What has become of the backups. */
export interface BackupsResult {
	/** Documents that were in a backup as they had to be, over all backups. */
	compared: number;
	wrong: string[];
	/** Backups that were killed before they had ended. */
	killed: number;
	/** Backups after a killed one that were not whole, and what killed ones left for good. */
	afterKills: string[];
	/** Answers that nobody expects, and backups that failed. */
	complaints: string[];
	/** Milliseconds of each backup that was not killed. */
	times: number[];
	/** From an empty folder to the first page: of the restore, and of all. */
	drill: { restoreMs: number; servingMs: number };
}

/** Makes so many backups under load, kills so many more in the middle, and loses everything at the end. */
export async function backUpOften(backups: number, kills: number, seed: number): Promise<BackupsResult> {
	const random = randomOf(seed);
	const photos = await makeSmallPhotos(PHOTOS);
	const site = makeSite();
	const busy = addPeople(site.databasePath, PEOPLE).flatMap((person) =>
		Array.from({ length: WINDOWS }, () => new BusyPerson(person, photos, random)),
	);
	const folders = [
		join(site.settings.BACKUPS_DIR ?? "", "propias"),
		mkdtempSync(join(existsSync(OTHER_DISK) ? OTHER_DISK : tmpdir(), "relevo-backups-")),
	];
	const result: BackupsResult = {
		...{ compared: 0, wrong: [], killed: 0, afterKills: [], complaints: [], times: [] },
		drill: { restoreMs: 0, servingMs: 0 },
	};
	const relevo = await site.start();
	let isEnough = false;
	const work = busy.map((one) =>
		one.work(
			relevo.port,
			() => {},
			() => isEnough,
		),
	);
	await sleep(HEAD_START_MS);
	const backUp = async (folder: string) => {
		const before = knownNow(busy);
		const run = await runCommand(site, ["backup", "--to", folder]);
		const after = knownNow(busy);
		result.times.push(run.ms);
		if (run.code !== 0) result.complaints.push(`copia: ${run.errors}`);
		const restored = await restoreAndCompare(site, folder, photos, { before, after });
		result.compared += restored.compared;
		return restored.wrong;
	};
	for (let turn = 0; turn < backups; turn++) {
		result.wrong.push(...(await backUp(folders[turn % 2] ?? "")));
	}
	for (let kill = 0; kill < kills; kill++) {
		const folder = folders[kill % 2] ?? "";
		const usual = result.times.at(-1) ?? 0;
		const { code } = await runCommand(site, ["backup", "--to", folder], {
			killMs: usual * (LOADING + (1 - LOADING) * random()),
		});
		// One that was quicker than that has ended by itself.
		if (code === null) result.killed++;
		result.afterKills.push(...(await backUp(folder)), ...leftoversIn(folder));
	}
	isEnough = true;
	await Promise.all(work);
	await relevo.stop();
	result.complaints.push(...busy.flatMap(({ complaints }) => complaints));
	result.drill = await loseEverything(site, folders[0] ?? "");
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	site.remove();
	return result;
}

/** The figures of so many backups and kills. */
export async function measureBackups(backups: number, kills: number, seed: number): Promise<Measured> {
	const result = await backUpOften(backups, kills, seed);
	const { compared, wrong, killed, afterKills, complaints, times, drill } = result;
	const none = (what: string, found: readonly string[], figure = ""): Row => {
		return { id: "backups", what, figure, value: found.length, unit: "", bound: { atMost: 0 } };
	};
	const longest = numberText(Math.max(...times) / 1000, 1);
	return {
		rows: [
			none(
				`${backups} copias mientras se escribe, restauradas: lo que no es lo confirmado`,
				wrong,
				`${numberText(compared)} documentos comparados`,
			),
			none(
				`${kills} copias cortadas con kill -9: lo que quedó, o falta en la siguiente`,
				afterKills,
				`${killed} en el medio`,
			),
			none("Copias que fallaron, respuestas que nadie espera", complaints, `la más larga, ${longest} s`),
			{
				id: "backups",
				what: "Segundos desde perder todo hasta la primera página",
				figure: `${numberText(drill.restoreMs / 1000, 1)} s de ellos, restaurar`,
				value: drill.servingMs / 1000,
				unit: "",
			},
		],
		complaints: [...complaints, ...wrong, ...afterKills],
	};
}

/** Database and images are gone; the newest backup comes in their place, and the server starts. */
async function loseEverything(site: Site, backups: string): Promise<BackupsResult["drill"]> {
	for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(site.databasePath + ending, { force: true });
	rmSync(site.uploads, { recursive: true });
	const { code, errors, ms: restoreMs } = await runCommand(site, ["restore", "--from", backups]);
	if (code !== 0) throw new Error(`restore: ${errors}`);
	const begun = performance.now();
	migrate(site.settings);
	const relevo = await site.start();
	const visitor = new Browser({ id: "", cookie: "" }, relevo.port);
	const page = await visitor.get("/home");
	visitor.close();
	const servingMs = restoreMs + performance.now() - begun;
	await relevo.stop();
	if (page?.status !== 200) throw new Error(`/home: ${page?.status}`);
	return { restoreMs, servingMs };
}
