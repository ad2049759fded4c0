/** Kills the server with kill -9 while people edit documents: no confirmed change may be lost. */
import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import type { Program } from "../../support/server/program";
import type { Measurement } from "../figures/measurement";
import { seededRandom } from "../figures/seeded-random";
import { numberText, zeroRows } from "../figures/table";
import { addPeople, makeSite, type Site } from "../servers/site";
import { BusyPerson } from "../visitors/busy-person";
import { NO_DOCUMENT, serializeState } from "../visitors/document-state";
import { makeSmallPhotos, type Photo } from "../visitors/photos";
import { checkFiles, filesWithoutRow, readStoredData, type StoredData } from "../visitors/stored-documents";

const PEOPLE = 4;
/** Browser windows per person. Each window edits its own documents. */
const WINDOWS = 2;
const PHOTOS = 14;
const MAX_KILL_DELAY_MS = 400;
const RESPONSES_BEFORE = PEOPLE * WINDOWS;
/** On average one kill in eight comes early: it does not wait for `RESPONSES_BEFORE` responses. */
const EARLY_KILL_ONE_IN = 8;
/** Longest wait in ms until `RESPONSES_BEFORE` responses have arrived, enough for a busy machine. Then the kill comes. */
const MAX_WAIT_MS = 60_000;
/** Maximum time until the server has removed orphaned files. The removal begins 5 s after the start. */
const MAX_SWEEP_MS = 60_000;
const OLD_SECONDS = 2 * 3600;
const OLD_DELETION_MS = 2 * 60_000;
/**
 * Maximum number of files without a row that are left for the server to put aside. If there are more, and most files are
 * without a row, as after many kills in a row, the server takes the database for that of another installation.
 */
const MAX_ORPHANS = 20;

export interface KillsResult {
	acknowledged: number;
	/** Number of requests without a response. */
	unanswered: number;
	/** Documents that were lost, resurrected or half changed, compared with the last confirmed state. */
	lost: string[];
	problems: string[];
	damage: string[];
	dangling: string[];
	wrong: string[];
	orphansBefore: string[];
	orphansAfter: string[];
	/** Photos in the database that lack a file at the end, when the server has removed the orphaned files. */
	danglingAfter: string[];
	seconds: number;
}

export async function killRepeatedly(kills: number, seed: number, build?: string): Promise<KillsResult> {
	const startedAt = performance.now();
	const site = makeSite({ build });
	// The kills have numbers of their own: those of the people depend on the order of the responses.
	const [random, moments] = [seededRandom(seed), seededRandom(seed)];
	const photos = await makeSmallPhotos(PHOTOS);
	const busyPeople = addPeople(site.databasePath, PEOPLE).flatMap((person) =>
		Array.from({ length: WINDOWS }, () => new BusyPerson(person, photos, random)),
	);
	const result = emptyResult();
	let relevo = await site.start();
	for (let round = 0; round < kills; round++) {
		const enoughResponses = new AbortController();
		let responses = 0;
		const count = () => ++responses === RESPONSES_BEFORE && enoughResponses.abort();
		const work = busyPeople.map((busyPerson) => busyPerson.work(relevo.port, count));
		const ended = Promise.all(work).finally(() => enoughResponses.abort());
		if (moments() * EARLY_KILL_ONE_IN > 1)
			await sleep(MAX_WAIT_MS, undefined, enoughResponses).catch(() => {});
		await sleep(moments() * MAX_KILL_DELAY_MS);
		await relevo.kill();
		await ended;
		result.unanswered += busyPeople.filter(({ unanswered }) => unanswered).length;
		relevo = await site.start();
		checkStoredDocuments(site, photos, busyPeople, result);
	}
	result.orphansBefore = filesWithoutRow(readStoredData(site.databasePath).images, site.uploads);
	await relevo.kill();
	relevo = await startAndSweep(site);
	const stored = checkStoredDocuments(site, photos, busyPeople, result);
	result.orphansAfter = filesWithoutRow(stored.images, site.uploads);
	result.danglingAfter = checkFiles(stored.images, site.uploads, photos).dangling;
	result.acknowledged = busyPeople.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
	result.problems = busyPeople.flatMap(({ problems }) => problems);
	await relevo.stop();
	site.remove();
	result.seconds = (performance.now() - startedAt) / 1000;
	return result;
}

export async function measureKills(kills: number, seed: number): Promise<Measurement> {
	const result = await killRepeatedly(kills, seed);
	const zeroRow = zeroRows("kills");
	const { acknowledged, unanswered, orphansBefore } = result;
	const confirmed = `${numberText(acknowledged)} confirmados, ${numberText(unanswered)} sin respuesta`;
	return {
		rows: [
			zeroRow(`${kills} kill -9: documentos que no son lo confirmado`, result.lost, confirmed),
			zeroRow("Daños en la base o las referencias", result.damage),
			zeroRow("Respuestas que nadie espera", result.problems),
			zeroRow("Filas sin sus dos archivos", result.dangling),
			zeroRow("Filas cuyos archivos son otros", result.wrong),
			{ ...zeroRow("Archivos sin fila, antes de la limpieza", orphansBefore), bound: undefined },
			zeroRow("Archivos sin fila, después", result.orphansAfter),
			zeroRow("Filas sin sus dos archivos, después", result.danglingAfter),
			{ id: "kills", what: "Segundos en todo", figure: "", value: result.seconds, unit: "" },
		],
		problems: [
			...result.lost,
			...result.problems,
			...result.damage,
			...result.dangling.map((id) => `sin archivo: ${id}`),
			...result.wrong.map((id) => `otro archivo: ${id}`),
			...result.orphansAfter,
		],
	};
}

function emptyResult(): KillsResult {
	const none = () => [];
	return {
		acknowledged: 0,
		unanswered: 0,
		lost: none(),
		problems: none(),
		damage: none(),
		dangling: none(),
		wrong: none(),
		orphansBefore: none(),
		orphansAfter: none(),
		danglingAfter: none(),
		seconds: 0,
	};
}

/** Compares the stored documents with the confirmed documents and with the photo files. */
export function checkStoredDocuments(
	site: Site,
	photos: readonly Photo[],
	busyPeople: readonly BusyPerson[],
	result: Pick<KillsResult, "damage" | "dangling" | "wrong" | "lost">,
): StoredData {
	const stored = readStoredData(site.databasePath);
	result.damage.push(...stored.damage);
	const { dangling, wrong } = checkFiles(stored.images, site.uploads, photos);
	result.dangling.push(...dangling);
	result.wrong.push(...wrong);
	const found = new Map(
		stored.documents.map((document) => [`${document.userId} ${document.idFile}`, document]),
	);
	for (const busyPerson of busyPeople) {
		const idFiles = new Set(busyPerson.states.keys());
		if (busyPerson.unanswered) idFiles.add(busyPerson.unanswered.idFile);
		for (const idFile of idFiles) {
			const key = `${busyPerson.person.id} ${idFile}`;
			const document = found.get(key);
			found.delete(key);
			const state = document?.state ?? NO_DOCUMENT;
			const expected = busyPerson.reconcile(idFile, state, document?.photoIds ?? new Map());
			if (expected) result.lost.push(`${key}: ${serializeState(state)} y no ${expected}`);
		}
	}
	result.lost.push(...Array.from(found.keys(), (key) => `nadie lo mandó: ${key}`));
	return stored;
}

/**
 * Starts the server and waits until it has removed the image files without a row, and the photos of deleted documents: a
 * removal during the check would look like a loss. Backdates files and deletions first, because the server keeps the
 * files for an hour and the photos for a minute.
 */
async function startAndSweep(site: Site): Promise<Program> {
	const orphans = filesWithoutRow(readStoredData(site.databasePath).images, site.uploads);
	for (const name of orphans.slice(MAX_ORPHANS)) rmSync(join(site.uploads, name));
	const old = Date.now() / 1000 - OLD_SECONDS;
	for (const name of readdirSync(site.uploads)) utimesSync(join(site.uploads, name), old, old);
	backdateDeletions(site.databasePath);
	const relevo = await site.start();
	const end = performance.now() + MAX_SWEEP_MS;
	while (performance.now() < end) {
		const { images, deleted } = readStoredData(site.databasePath);
		if (deleted === 0 && filesWithoutRow(images, site.uploads).length === 0) break;
		await sleep(200);
	}
	return relevo;
}

/** Photos are backdated too: one that is younger than the deletion of its document belongs to a new form. */
function backdateDeletions(databasePath: string): void {
	const file = new SQLite(databasePath);
	file.prepare("UPDATE deleted_records SET deleted_at = deleted_at - ?").run(OLD_DELETION_MS);
	file.prepare("UPDATE deleted_ids SET deleted_at = deleted_at - ?").run(OLD_DELETION_MS);
	file.prepare("UPDATE document_images SET created_at = created_at - ?").run(OLD_DELETION_MS);
	file.close();
}
