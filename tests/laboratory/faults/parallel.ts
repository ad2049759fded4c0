/**
 * Checks that a person's parallel forms never exceed the limits on documents and photos, and that a form sent many
 * times is saved once.
 */
import { randomUUID } from "node:crypto";
import type { Measurement } from "../figures/measurement";
import { numberText, zeroRows } from "../figures/table";
import { addPeople, inDatabase, makeSite } from "../servers/site";
import { ADD_ADDRESS, documentForm, photoAddress } from "../visitors/document-requests";
import {
	expectStatuses,
	PARALLEL_FORMS,
	type ParallelResult,
	type ParallelRun,
	sendInParallel,
} from "../visitors/parallel-forms";
import { makeSmallPhotos, type Photo } from "../visitors/photos";
import { checkFiles, filesWithoutRow, readStoredData } from "../visitors/stored-documents";
import { MAX_DOCUMENTS, MAX_PHOTOS_OF_PERSON, REMAINING, reachLimits } from "./person-limits";

const SAME_AT_ONCE = 50;
const PHOTOS_OF_FORM = 3;
const MAX_PHOTOS = 10;
const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";

const allChecks = [fillOneDocument, repeatForms, reachLimits];
/** Checks of limits, without the check that a form sent many times is saved once. */
export const limitChecks = [fillOneDocument, reachLimits];

/** Runs parallel checks `rounds` times. @param build path of a server build to run instead of Relevo's own */
export async function runParallel(
	rounds: number,
	build?: string,
	checks: readonly ((run: ParallelRun) => Promise<void>)[] = allChecks,
): Promise<ParallelResult> {
	const site = makeSite({ build });
	const photos = await makeSmallPhotos(PARALLEL_FORMS * PHOTOS_OF_FORM);
	const result: ParallelResult = {
		...{ wrongPhotos: [], maxPhotos: 0, brokenLimits: [], duplicates: [], leftovers: [], problems: [] },
	};
	const relevo = await site.start();
	const run: ParallelRun = { site, port: relevo.port, photos, result };
	for (let round = 0; round < rounds; round++) {
		for (const check of checks) await check(run);
	}
	await relevo.stop();
	const stored = readStoredData(site.databasePath);
	result.leftovers.push(
		...stored.damage,
		...filesWithoutRow(stored.images, site.uploads).map((name) => `sin fila: ${name}`),
		...Object.values(checkFiles(stored.images, site.uploads, photos)).flat(),
	);
	site.remove();
	return result;
}

export async function measureParallel(rounds: number): Promise<Measurement> {
	const { wrongPhotos, maxPhotos, brokenLimits, duplicates, leftovers, problems } = await runParallel(rounds);
	const zeroRow = zeroRows("parallel");
	return {
		rows: [
			{
				id: "parallel",
				what: `${rounds} × ${PARALLEL_FORMS} formularios de ${PHOTOS_OF_FORM} fotos a un documento: fotos, lo más`,
				figure: "",
				value: maxPhotos,
				unit: "",
				bound: { atMost: MAX_PHOTOS },
			},
			zeroRow("Documentos con otras fotos que las confirmadas", wrongPhotos),
			zeroRow(
				`${PARALLEL_FORMS} a la vez cuando entran ${REMAINING}: límites que no se cumplieron`,
				brokenLimits,
				`${MAX_DOCUMENTS} documentos, ${numberText(MAX_PHOTOS_OF_PERSON)} fotos, 500 MB`,
			),
			zeroRow(
				`${SAME_AT_ONCE} veces el mismo formulario a la vez: los que no están una vez`,
				duplicates,
				"documentos y extras",
			),
			zeroRow("Respuestas que nadie espera", problems),
			zeroRow("Daños en la base, filas sin archivo, archivos sin fila", leftovers),
		],
		problems: [...wrongPhotos, ...brokenLimits, ...duplicates, ...problems, ...leftovers],
	};
}

/** Sends more photos than a document may have, in parallel: most in forms, some in requests with a single photo. */
async function fillOneDocument({ site, port, photos, result }: ParallelRun): Promise<void> {
	const [person] = addPeople(site.databasePath, 1);
	if (!person) throw new Error("no person was added");
	const idFile = randomUUID();
	await sendInParallel(1, person, port, (browser) => browser.post(ADD_ADDRESS, documentForm(idFile)));
	const address = `/auth/edit-document/${idFile}`;
	const confirmed = new Set<string>();
	const replies = await sendInParallel(PARALLEL_FORMS, person, port, async (browser, index) => {
		const own = photos.slice(index * PHOTOS_OF_FORM, (index + 1) * PHOTOS_OF_FORM);
		const [first] = own;
		const isScript = index % 4 === 0;
		const sent = isScript ? own.slice(0, 1) : own;
		const reply =
			isScript && first
				? await browser.post(photoAddress(address), [
						["intent", "images"],
						["idFile", idFile],
						["images", first.file],
					])
				: await browser.post(address, documentForm(idFile, filesOf(own)));
		if (reply?.status === 303 || reply?.status === 200) for (const { sha256 } of sent) confirmed.add(sha256);
		return reply;
	});
	expectStatuses(result, replies, [200, 303, 400]);
	const { state } =
		readStoredData(site.databasePath).documents.find((document) => document.idFile === idFile) ?? {};
	const found = new Set([...(state?.published ?? []), ...(state?.pending ?? [])]);
	const count = (state?.published.size ?? 0) + (state?.pending.size ?? 0);
	result.maxPhotos = Math.max(result.maxPhotos, count);
	const missing = Array.from(confirmed).filter((sha256) => !found.has(sha256));
	if (missing.length > 0 || confirmed.size === 0)
		result.wrongPhotos.push(`${idFile}: faltan ${missing.length} de ${confirmed.size}`);
}

async function repeatForms({ site, port, photos, result }: ParallelRun): Promise<void> {
	const [person] = addPeople(site.databasePath, 1);
	if (!person) throw new Error("no person was added");
	const [document, extra] = [randomUUID(), randomUUID()];
	const form = documentForm(document, filesOf(photos.slice(0, 2)));
	const fields = { idFile: extra, hour: "8", date: "2026-11-20", shift: "N" };
	expectStatuses(
		result,
		await sendInParallel(SAME_AT_ONCE, person, port, (browser) => browser.post(ADD_ADDRESS, form)),
		[303],
	);
	expectStatuses(
		result,
		await sendInParallel(SAME_AT_ONCE, person, port, (browser) => browser.postUrlencoded(ADD_EXTRA, fields)),
		[303],
	);
	const counts = inDatabase(site.databasePath, (file) =>
		["documents", "document_images", "extras"].map((table) =>
			file.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(person.id),
		),
	);
	if (counts.join() !== "1,2,1") result.duplicates.push(`documentos, fotos y extras: ${counts.join(", ")}`);
}

function filesOf(photos: readonly Photo[]): Buffer[] {
	return photos.map(({ file }) => file);
}
