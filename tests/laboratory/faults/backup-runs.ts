import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Site } from "../servers/site";
import { runCommand } from "../servers/site-commands";
import type { BusyPerson } from "../visitors/busy-person";
import { type DocumentState, NO_DOCUMENT, serializeState } from "../visitors/document-state";
import type { Photo } from "../visitors/photos";
import { checkFiles, readStoredData } from "../visitors/stored-documents";

/**
 * Last state of each document that a response has confirmed, by owner and document key (`idFile`). Leaves out documents
 * with an unanswered request.
 */
export type ConfirmedStates = ReadonlyMap<string, DocumentState>;

export function confirmedStates(busyPeople: readonly BusyPerson[]): ConfirmedStates {
	return new Map(
		busyPeople.flatMap(({ person, states, unanswered }) =>
			Array.from(states)
				.filter(([idFile]) => idFile !== unanswered?.idFile)
				.map(([idFile, state]): [string, DocumentState] => [`${person.id} ${idFile}`, state]),
		),
	);
}

/** Comparison of a restored backup with the documents that did not change during the backup. */
export interface RestoreCheck {
	/** Number of compared documents, including deleted ones. */
	compared: number;
	wrong: string[];
}

/**
 * Restores a backup into an empty folder. Compares each document that did not change during the backup with the state
 * that the server had confirmed, and each photo's files with `photos`.
 * @param source a backup, or a folder whose newest backup is restored
 */
export async function restoreAndCompare(
	site: Site,
	source: string,
	photos: readonly Photo[],
	{ before, after }: { before: ConfirmedStates; after: ConfirmedStates },
): Promise<RestoreCheck> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-restored-"));
	const settings = { DATABASE_PATH: join(folder, "relevo.sqlite"), UPLOADS_DIR: join(folder, "uploads") };
	const run = await runCommand(site, ["restore", "--from", source], settings);
	const wrong = run.code === 0 ? [] : [`restaurar: ${run.errors}`];
	const untouched = Array.from(before).filter(([key, state]) => after.get(key) === state);
	if (run.code === 0) {
		const stored = readStoredData(settings.DATABASE_PATH);
		const files = checkFiles(stored.images, settings.UPLOADS_DIR, photos);
		wrong.push(
			...stored.damage,
			...files.dangling.map((id) => `sin archivo: ${id}`),
			...files.wrong.map((id) => `otro archivo: ${id}`),
		);
		const found = new Map(
			stored.documents.map(({ userId, idFile, state }) => [`${userId} ${idFile}`, state]),
		);
		for (const [key, state] of untouched) {
			const there = serializeState(found.get(key) ?? NO_DOCUMENT);
			if (there !== serializeState(state)) wrong.push(`${key}: ${there} y no ${serializeState(state)}`);
		}
	}
	rmSync(folder, { recursive: true });
	return { compared: untouched.length, wrong };
}

/** Files in a folder of backups that belong to no complete backup. */
export function leftoversIn(folder: string): string[] {
	const backups = readdirSync(folder).filter((name) => existsSync(join(folder, name, "images.json")));
	const named = new Set(
		backups.flatMap(
			(name) => readFileSync(join(folder, name, "images.json"), "utf8").match(/[0-9a-f-]+\.webp/g) ?? [],
		),
	);
	const images = readdirSync(join(folder, "images")).filter((name) => !named.has(name));
	const others = readdirSync(folder).filter(
		(name) => !backups.includes(name) && !/^(images|backup\.lock|deleted-accounts\.txt)/.test(name),
	);
	return [...others, ...images].map((name) => `quedó ${name}`);
}
