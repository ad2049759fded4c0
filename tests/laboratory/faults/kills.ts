/** Kills the server with kill -9 while people add, edit and delete documents. */
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "../../support/server/program";
import type { Measurement } from "../figures/measurement";
import { randomOf } from "../figures/seeded-random";
import { numberText, type Row } from "../figures/table";
import { addPeople, makeSite, type Site } from "../servers/site";
import { BusyPerson } from "../visitors/busy-person";
import { NO_DOCUMENT, serializeState } from "../visitors/document-state";
import { makeSmallPhotos, type Photo } from "../visitors/photos";
import { checkFiles, filesWithoutRow, readStoredData, type StoredData } from "../visitors/stored-documents";

const PEOPLE = 4;
/** Browser windows per person, each with its own documents. */
const WINDOWS = 2;
const PHOTOS = 14;
/** After RESPONSES_BEFORE responses, the kill comes within this time, at random. */
const MAX_KILL_DELAY_MS = 400;
const RESPONSES_BEFORE = PEOPLE * WINDOWS;
/** One round in this many does not wait for responses, so the kill hits a server that is still loading. */
const EARLY_KILL_ONE_IN = 8;
/** Longest wait for responses before the kill comes anyway. */
const MAX_WAIT_MS = 10_000;
/** The server removes orphaned files 5 s after its start; this leaves room for a busy machine. */
const MAX_SWEEP_MS = 30_000;
const OLD_SECONDS = 2 * 3600;

export interface KillsResult {
	acknowledged: number;
	/** Requests without a response. */
	unanswered: number;
	/** Documents that differ from their acknowledged state: lost, resurrected or half changed. */
	lost: string[];
	/** Unexpected responses, such as a 5xx. */
	problems: string[];
	damage: string[];
	dangling: string[];
	wrong: string[];
	orphansBefore: string[];
	orphansAfter: string[];
	/** Rows without their files after orphaned files were removed. */
	danglingAfter: string[];
	seconds: number;
}

/**
 * Kills the server repeatedly under load and checks the stored documents after each start.
 * @param build path of another build to run
 */
export async function killRepeatedly(kills: number, seed: number, build?: string): Promise<KillsResult> {
	const begun = performance.now();
	const site = makeSite(build);
	const random = randomOf(seed);
	const photos = await makeSmallPhotos(PHOTOS);
	const busy = addPeople(site.databasePath, PEOPLE).flatMap((person) =>
		Array.from({ length: WINDOWS }, () => new BusyPerson(person, photos, random)),
	);
	const result = emptyResult();
	let relevo = await site.start();
	for (let round = 0; round < kills; round++) {
		const enoughResponses = new AbortController();
		let responses = 0;
		const count = () => ++responses === RESPONSES_BEFORE && enoughResponses.abort();
		const work = busy.map((one) => one.work(relevo.port, count));
		if (random() * EARLY_KILL_ONE_IN > 1)
			await sleep(MAX_WAIT_MS, undefined, enoughResponses).catch(() => {});
		await sleep(random() * MAX_KILL_DELAY_MS);
		await relevo.kill();
		await Promise.all(work);
		result.unanswered += busy.filter(({ unanswered }) => unanswered).length;
		relevo = await site.start();
		checkStoredDocuments(site, photos, busy, result);
	}
	result.orphansBefore = filesWithoutRow(readStoredData(site.databasePath).images, site.uploads);
	await relevo.kill();
	relevo = await startAndSweep(site);
	const stored = checkStoredDocuments(site, photos, busy, result);
	result.orphansAfter = filesWithoutRow(stored.images, site.uploads);
	result.danglingAfter = checkFiles(stored.images, site.uploads, photos).dangling;
	result.acknowledged = busy.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
	result.problems = busy.flatMap(({ problems }) => problems);
	await relevo.stop();
	site.remove();
	result.seconds = (performance.now() - begun) / 1000;
	return result;
}

export async function measureKills(kills: number, seed: number): Promise<Measurement> {
	const result = await killRepeatedly(kills, seed);
	const none = (what: string, found: readonly string[], figure = ""): Row => {
		return { id: "kills", what, figure, value: found.length, unit: "", bound: { atMost: 0 } };
	};
	const { acknowledged, unanswered, orphansBefore } = result;
	const confirmed = `${numberText(acknowledged)} confirmados, ${numberText(unanswered)} sin respuesta`;
	return {
		rows: [
			none(`${kills} kill -9: documentos que no son lo confirmado`, result.lost, confirmed),
			none("Daños en la base, las referencias o el índice de búsqueda", result.damage),
			none("Respuestas que nadie espera", result.problems),
			none("Filas sin sus dos archivos", result.dangling),
			none("Filas cuyos archivos son otros", result.wrong),
			{ ...none("Archivos sin fila, antes de la limpieza", orphansBefore), bound: undefined },
			none("Archivos sin fila, después", result.orphansAfter),
			none("Filas sin sus dos archivos, después", result.danglingAfter),
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

/** Compares the stored documents with the acknowledged ones and with their files, and adds each difference to `result`. */
export function checkStoredDocuments(
	site: Site,
	photos: readonly Photo[],
	busy: readonly BusyPerson[],
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
	for (const one of busy) {
		const idFiles = new Set(one.states.keys());
		if (one.unanswered) idFiles.add(one.unanswered.idFile);
		for (const idFile of idFiles) {
			const key = `${one.person.id} ${idFile}`;
			const document = found.get(key);
			found.delete(key);
			const state = document?.state ?? NO_DOCUMENT;
			const expected = one.reconcile(idFile, state, document?.photoIds ?? new Map());
			if (expected) result.lost.push(`${key}: ${serializeState(state)} y no ${expected}`);
		}
	}
	result.lost.push(...Array.from(found.keys(), (key) => `nadie lo mandó: ${key}`));
	return stored;
}

/** Dates all files back, starts the server and waits until it has removed those that no row names. */
async function startAndSweep(site: Site): Promise<Program> {
	const old = Date.now() / 1000 - OLD_SECONDS;
	for (const name of readdirSync(site.uploads)) utimesSync(join(site.uploads, name), old, old);
	const relevo = await site.start();
	const end = performance.now() + MAX_SWEEP_MS;
	while (performance.now() < end) {
		if (filesWithoutRow(readStoredData(site.databasePath).images, site.uploads).length === 0) break;
		await sleep(200);
	}
	return relevo;
}
