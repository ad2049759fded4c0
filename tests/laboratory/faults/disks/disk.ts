import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import type { SeededUser } from "../../../support/accounts-on-disk";
import type { Program } from "../../../support/server/program";
import type { Measurement } from "../../figures/measurement";
import { zeroRows } from "../../figures/table";
import { addPeople, inDatabase, makeSite, type Person, type Site } from "../../servers/site";
import { Browser } from "../../visitors/document-requests";
import { makeNoisyPhotos } from "../../visitors/photos";
import { checkFiles, filesWithoutRow, readStoredData } from "../../visitors/stored-documents";
import { ResponseLog } from "./response-log";
import { mountSmallDisk, type SmallDisk } from "./small-disk";

const MEGABYTE = 1_048_576;
/** Free megabytes below which the server refuses photos, as in app/lib/database/disk.server.ts. */
const MIN_FREE_MB = 300;
const PEOPLE = 12;
const PASSWORD = "turno-noche-2026";
/** Maximum number of forms that are sent to fill the disk. */
const MAX_FORMS = 3000;
/** Number of refusals in a row that mean a full disk. */
const REFUSALS = 20;
/** Longest wait in ms for a file that the server writes, enough for a busy machine. */
const MAX_MS = 150_000;

/**
 * Measures a server while a small disk in memory fills up.
 * @param photosPerForm number of photos in the form that each person sends while the disk is filled
 * @param photoWidthPx width of these photos
 * @throws Error in Spanish when the disk cannot be mounted
 */
export async function measureDisk(photosPerForm: number, photoWidthPx: number): Promise<Measurement> {
	const disk = mountSmallDisk(MIN_FREE_MB + 60);
	try {
		const photos = await makeNoisyPhotos(photosPerForm, photoWidthPx);
		return await fillUp(disk, makeSite({ parent: disk.folder }), photos);
	} finally {
		disk.remove();
	}
}

async function fillUp(disk: SmallDisk, site: Site, photos: readonly Buffer[]): Promise<Measurement> {
	const people = addPeople(site.databasePath, PEOPLE);
	const [owner] = people;
	if (!owner) throw new Error("no person was added");
	await setPassword(site, owner);
	const [suddenLog, photoLog, textLog] = [new ResponseLog(), new ResponseLog(), new ResponseLog()];

	let relevo = await site.start();
	await fillWhilePhotosArrive(relevo, people, photos, { disk, site, log: suddenLog });
	await relevo.stop();
	disk.leaveFree((MIN_FREE_MB + 14) * MEGABYTE);

	relevo = await site.start();
	await waitFor(() => existsSync(`${site.databasePath}.reserve`));
	await sendUntilRefused(relevo, people.slice(0, 4), photoLog, photos.slice(0, 1), 1);
	await sendTexts(relevo, owner, textLog, 20);
	const earlyRefusals = textLog.countUnexpected([303]);
	disk.leaveFree(2 * MEGABYTE);
	await sendUntilRefused(relevo, people, textLog, [], REFUSALS);
	const failures = await checkFullDisk(relevo, owner, textLog);
	// On a disk without a free byte, pages must still load, before and after a kill -9.
	disk.leaveFree(0);
	const before = await readPages(relevo, owner);
	await relevo.kill();
	relevo = await site.start();
	failures.push(...before, ...(await readPages(relevo, owner)));
	disk.leaveFree(MIN_FREE_MB * MEGABYTE);
	failures.push(...(await checkFullDisk(relevo, owner, textLog)));
	await relevo.stop();

	const stored = readStoredData(site.databasePath);
	const steps = [suddenLog, photoLog, textLog];
	const compared = steps.map((log) => log.compare(stored));
	const lost = compared.flatMap(({ lost, unexpected }) => [...lost, ...unexpected]);
	const leftovers = [
		...stored.damage,
		...filesWithoutRow(stored.images, site.uploads).map((name) => `sin fila: ${name}`),
		...checkFiles(stored.images, site.uploads, []).dangling.map((id) => `sin archivo: ${id}`),
	];
	const zeroRow = zeroRows("disk");
	const others = steps.reduce((sum, log) => sum + log.countUnexpected([303, 507]), 0);
	return {
		rows: [
			zeroRow(
				"Disco que se llena: otras respuestas que 303 y 507",
				others,
				`de golpe, con fotos: ${suddenLog}`,
			),
			zeroRow("Textos rechazados cuando ya no entran fotos", earlyRefusals, `fotos: ${photoLog}`),
			zeroRow("Lleno: lo que no anda al ingresar, leer y borrar", failures.length, `textos: ${textLog}`),
			zeroRow("Confirmados que faltan, o rechazados que están", lost.length),
			zeroRow("Daños en la base, filas sin archivo, archivos sin fila", leftovers.length),
		],
		problems: [...failures, ...lost, ...leftovers],
	};
}

/** Reads pages, signs in and deletes documents. Returns what failed. */
async function checkFullDisk(relevo: Program, owner: SeededUser, textLog: ResponseLog): Promise<string[]> {
	const failures = await readPages(relevo, owner);
	const stranger = new Browser({ id: "", cookie: "" }, relevo.port);
	const signedIn = await stranger.postUrlencoded("/auth/login", { email: owner.email, password: PASSWORD });
	if (signedIn?.status !== 303) failures.push(`ingresar: ${signedIn?.status}`);
	stranger.close();
	const browser = new Browser(owner, relevo.port);
	// Deletes five of the documents that `owner` has sent and the server has confirmed.
	for (const idFile of Array.from(textLog.confirmed.keys()).slice(0, 5)) {
		const status = await textLog.delete(browser, idFile);
		if (status !== 303) failures.push(`borrar: ${status}`);
	}
	browser.close();
	return failures;
}

async function readPages({ port }: Program, person: Person): Promise<string[]> {
	const browser = new Browser(person, port);
	const failures: string[] = [];
	for (const path of ["/home", "/auth/my-account", "/auth/my-documents", "/auth/work-overtime"]) {
		const page = await browser.get(path);
		if (page?.status !== 200) failures.push(`${path}: ${page?.status}`);
	}
	browser.close();
	return failures;
}

async function setPassword({ databasePath }: Site, { id }: Person): Promise<void> {
	const hash = await hashPassword(PASSWORD);
	inDatabase(databasePath, (file) =>
		file.prepare("UPDATE users SET password_hash = ? WHERE id = ?").run(hash, id),
	);
}

async function fillWhilePhotosArrive(
	{ port }: Program,
	people: readonly Person[],
	photos: readonly Buffer[],
	{ disk, site, log }: { disk: SmallDisk; site: Site; log: ResponseLog },
): Promise<void> {
	let answered = 0;
	const forms = people.map(async (person) => {
		const browser = new Browser(person, port);
		await log.send(browser, photos);
		answered++;
		browser.close();
	});
	const hasPhotos = () => existsSync(site.uploads) && readdirSync(site.uploads).length > 0;
	await waitFor(() => hasPhotos() || answered === people.length);
	disk.leaveFree(0);
	await Promise.all(forms);
}

/** Sends documents until the server refuses `refusals` of them in a row, but at most `MAX_FORMS`. */
async function sendUntilRefused(
	{ port }: Program,
	people: readonly Person[],
	log: ResponseLog,
	photos: readonly Buffer[],
	refusals: number,
): Promise<void> {
	let refused = 0;
	let left = MAX_FORMS;
	let isFull = false;
	await Promise.all(
		people.map(async (person) => {
			const browser = new Browser(person, port);
			while (!isFull && left-- > 0) {
				const status = await log.send(browser, photos, { description: longText() });
				refused = status === 303 ? 0 : refused + 1;
				isFull ||= refused >= refusals;
			}
			browser.close();
		}),
	);
}

async function sendTexts({ port }: Program, person: Person, log: ResponseLog, count: number): Promise<void> {
	const browser = new Browser(person, port);
	for (let sent = 0; sent < count; sent++) await log.send(browser, [], { description: longText() });
	browser.close();
}

/** A text of unique words, nearly as long as a description may be. */
function longText(): string {
	return randomBytes(900).toString("hex").replace(/.{9}/g, "$& ").slice(0, 1990);
}

async function waitFor(isTrue: () => boolean): Promise<void> {
	const end = performance.now() + MAX_MS;
	while (!isTrue()) {
		if (performance.now() > end) throw new Error("timed out waiting for a file");
		await sleep(5);
	}
}
