/**
 * Measures time and peak memory of saving a form with ten 12-megapixel photos. The process is limited to 512 MB where
 * `prlimit` exists.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { peakMegabytes } from "../../figures/process-figures";
import { median } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { limitData } from "../../servers/data-limit";
import { addPeople, makeSite } from "../../servers/site";
import { ADD_ADDRESS, Browser, type Field } from "../../visitors/document-requests";
import { makeCameraPhoto } from "../../visitors/photos";

const PHOTOS = 10;
const ROUNDS = 5;
const MAX_TIMES = 1.15;
const MAX_MB = 400;
const LIMIT_MB = 512;

export async function measureImages(): Promise<Row[]> {
	const photos: Buffer[] = [];
	for (let place = 0; place < PHOTOS; place++) {
		// Every second photo has EXIF orientation 6, like a photo from a phone held upright.
		const storage = { isProgressive: false, orientation: place % 2 === 0 ? 1 : 6 };
		photos.push(await makeCameraPhoto(4000, 3000, storage));
	}
	const folder = mkdtempSync(join(tmpdir(), "relevo-photos-"));
	for (const [place, photo] of photos.entries()) writeFileSync(join(folder, `${place}.jpg`), photo);
	const site = makeSite();
	const [person] = addPeople(site.databasePath, 1);
	if (!person) throw new Error("nobody is there");
	const limit = limitData(LIMIT_MB);
	const isLimited = spawnSync(limit[0] ?? "", ["--version"]).status === 0;
	const relevo = await site.start(isLimited ? limit : undefined);
	const browser = new Browser(person, relevo.port);
	try {
		await save(browser, photos.slice(0, 1));
		const [ours, alone, inPairs]: [number[], number[], number[]] = [[], [], []];
		for (let round = 0; round < ROUNDS; round++) {
			alone.push(bareSharp(folder, 1));
			ours.push(await save(browser, photos));
			inPairs.push(bareSharp(folder, 2));
		}
		const time = median(ours);
		const ratios = ours.map((time, round) => time / (alone[round] ?? Number.NaN));
		const bytes = photos.reduce((sum, { length }) => sum + length, 0);
		const what = `${PHOTOS} fotos de 12 MP, ${numberText(bytes / 1e6)} MB, en un formulario`;
		const limited = isLimited ? `proceso limitado a ${LIMIT_MB} MB` : "sin límite: falta prlimit";
		return [
			{
				id: "photos",
				what,
				figure: `${numberText(time)} ms`,
				reference: `${numberText(median(alone))} ms, sharp solo, de a una`,
				value: median(ratios),
				unit: "×",
				bound: { atMost: MAX_TIMES },
			},
			{
				id: "photos",
				what: "Contra sharp solo de a dos, en los dos núcleos",
				figure: `${numberText(time)} ms`,
				reference: `${numberText(median(inPairs))} ms`,
				value: time / median(inPairs),
				unit: "×",
			},
			{
				id: "memory",
				what: "Memoria con esas fotos, lo más",
				figure: limited,
				value: peakMegabytes(relevo.pid),
				unit: "MB",
				bound: { atMost: MAX_MB },
			},
		];
	} finally {
		browser.close();
		await relevo.stop();
		site.remove();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Sends a form with a new document and the photos. @returns the time until the response, in ms */
async function save(browser: Browser, photos: readonly Buffer[]): Promise<number> {
	const begun = performance.now();
	const reply = await browser.post(ADD_ADDRESS, [
		["idFile", randomUUID()],
		["title", "Carné de conducir"],
		["description", "Con todas sus hojas"],
		...photos.map((photo): Field => ["images", photo]),
	]);
	if (reply?.status !== 303) throw new Error(`the form was answered with ${reply?.status}`);
	return performance.now() - begun;
}

function bareSharp(folder: string, concurrency: number): number {
	const program = fileURLToPath(new URL("bare-sharp.js", import.meta.url));
	const { stdout, stderr } = spawnSync(process.execPath, [program, folder, String(concurrency)], {
		encoding: "utf8",
	});
	if (!stdout) throw new Error(`bare-sharp: ${stderr}`);
	return Number(stdout);
}
