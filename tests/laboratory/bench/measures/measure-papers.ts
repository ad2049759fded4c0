/** Measures photographed papers: what a program reads of them, and their PDF in two other programs. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workOn } from "~/browser/paper/make-paper";
import type { Corners, Pixels } from "~/browser/paper/pixels";
import { loadSharp } from "~/lib/images/image.server";
import { pdfPages } from "../../../support/images/pdf-pages";
import { peakMemoryDuring, residentMegabytes } from "../../figures/process-figures";
import { numberText, type Row } from "../../figures/table";
import { addPeople, makeSite } from "../../servers/site";
import { ADD_ADDRESS, Browser, documentForm } from "../../visitors/document-requests";
import { takePaperPhotos } from "../../visitors/paper-photos";
import { makeNoisyPhotos } from "../../visitors/photos";

const SEED = 2026;
const PAGES = 10;
const [MAX_MORE_MB, MAX_MB, MAX_PAGE_BYTES, MAX_MISS] = [90, 400, 300_000, 0.02];

export async function measurePapers(): Promise<Row[]> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-papers-"));
	try {
		return [...(await measureReading(folder)), ...(await measurePdf(folder))];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function measureReading(folder: string): Promise<Row[]> {
	const figures: string[] = [];
	const misses: number[] = [];
	let [before, after, most, least] = [0, 0, 0, Number.POSITIVE_INFINITY];
	for (const { name, words, photo, corners } of takePaperPhotos(SEED)) {
		const found = workOn({ picture: photo }).corners;
		// Where none are proposed, the person puts them.
		const steps = { corners: found ?? corners, turns: 0, isSharp: true };
		const made = workOn({ picture: photo, steps }).made ?? photo;
		const first = countRead(words, await readWords(photo, folder));
		const then = countRead(words, await readWords(made, folder));
		figures.push(`${name} ${first} → ${then} de ${words.length}`);
		[before, after, most] = [before + first, after + then, most + words.length];
		least = Math.min(least, then - first);
		if (found) misses.push(distanceOf(found, corners));
	}
	return [
		{
			id: "papers",
			what: "Palabras que lee tesseract de más en la hoja recortada y nítida, la peor de cinco",
			figure: figures.join("; "),
			reference: `${before} → ${after} de ${most} en todo`,
			value: least,
			unit: "",
			bound: { atLeast: 0 },
		},
		{
			id: "papers",
			what: "Esquinas propuestas de esas hojas, milésimas de la diagonal, la peor",
			figure: `${misses.length} de 5 propuestas`,
			value: Math.max(...misses) * 1000,
			unit: "",
			bound: { atMost: MAX_MISS * 1000 },
		},
	];
}

async function readWords({ data, width, height }: Pixels, folder: string): Promise<string[]> {
	const sharp = await loadSharp();
	const file = join(folder, "paper.jpg");
	await sharp(data, { raw: { width, height, channels: 4 } })
		.jpeg({ quality: 85 })
		.toFile(file);
	return run("tesseract", [file, "stdout", "-l", "spa"]).stdout.split(/\s+/);
}

/** Number of printed words that were read, each as often as it is printed. */
function countRead(words: readonly string[], read: readonly string[]): number {
	const left = [...read];
	return words.filter((word) => {
		const at = left.indexOf(word);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	}).length;
}

/** Largest distance between corners, as a part of the photo's diagonal. */
function distanceOf(found: Corners, real: Corners): number {
	const misses = found.map(({ x, y }, index) => {
		const corner = real[index] ?? { x: 2, y: 2 };
		// The photo is three wide and four high.
		return Math.hypot((x - corner.x) * 3, (y - corner.y) * 4) / 5;
	});
	return Math.max(...misses);
}

async function measurePdf(folder: string): Promise<Row[]> {
	const site = makeSite();
	const photos = await makeNoisyPhotos(PAGES, 1600);
	const owners = addPeople(site.databasePath, 2).map((person) => ({ person, idFile: randomUUID() }));
	const first = await site.start();
	for (const { person, idFile } of owners) {
		const browser = new Browser(person, first.port);
		await browser.post(ADD_ADDRESS, documentForm(idFile, photos));
		browser.close();
	}
	await first.stop();
	// The memory of this one has not grown by the uploads.
	const relevo = await site.start();
	const people = owners.map(({ person, idFile }) => ({
		browser: new Browser(person, relevo.port),
		idFile,
	}));
	try {
		for (const { browser } of people) await browser.get("/auth/my-documents");
		const download = async ({ browser, idFile }: (typeof people)[number]) => {
			const answer = await browser.get(`/auth/view-document/${idFile}/pdf`);
			if (answer?.status !== 200) throw new Error(`PDF: ${answer?.status}`);
			return answer.body;
		};
		const rest = residentMegabytes(relevo.pid);
		const one = await peakMemoryDuring(relevo.pid, () => Promise.all(people.slice(0, 1).map(download)));
		const two = await peakMemoryDuring(relevo.pid, () => Promise.all(people.map(download)));
		const file = join(folder, "paper.pdf");
		const [pdf = Buffer.alloc(0)] = one.result;
		writeFileSync(file, pdf);
		const isSound = run("qpdf", ["--check", file]).stdout.includes("No syntax or stream encoding errors");
		run("pdftoppm", ["-r", "20", "-png", file, join(folder, "sheet")]);
		const drawn = readdirSync(folder).filter((name) => name.startsWith("sheet")).length;
		const largest = Math.max(...(await pdfPages(pdf)).map(({ jpeg }) => jpeg.length));
		const id = "papers";
		const reference = `${numberText(rest)} MB antes`;
		return [
			{
				id,
				what: `PDF de ${PAGES} fotos que comprimen mal: hojas que leen qpdf y poppler`,
				figure: `${numberText(pdf.length / 1000)} KB`,
				value: isSound ? drawn : 0,
				unit: "",
				bound: { atLeast: PAGES },
			},
			{
				id,
				what: "La hoja más pesada",
				figure: "",
				value: largest,
				unit: "B",
				bound: { atMost: MAX_PAGE_BYTES },
			},
			{
				id,
				what: "Memoria de más",
				figure: "",
				reference,
				value: one.most - rest,
				unit: "MB",
				bound: { atMost: MAX_MORE_MB },
			},
			{
				id,
				what: "Memoria con dos personas a la vez",
				figure: "",
				reference,
				value: two.most,
				unit: "MB",
				bound: { atMost: MAX_MB },
			},
		];
	} finally {
		await relevo.stop();
		site.remove();
	}
}

function run(command: string, options: string[]): SpawnSyncReturns<string> {
	const result = spawnSync(command, options, { encoding: "utf8" });
	if (result.error) throw new Error(`falta ${command}: ${result.error.message}`);
	return result;
}
