/** Decodes pictures of extreme shapes, each in a process of its own, and the two heaviest accepted ones together. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memorySettings } from "../../../scripts/memory-settings.mjs";
import { greyJpeg, wholePng } from "../../support/images/shaped-images";
import type { Measurement } from "../figures/measurement";
import { numberText, type Row } from "../figures/table";
import { makeCameraPhoto } from "../visitors/photos";

const MAX_MB = 300;
const MAX_REFUSAL_MS = 500;

interface Shape {
	what: string;
	/** Peak before sides and memory were limited. */
	before: string;
	make: () => Buffer | Promise<Buffer>;
}

const deep = { isDeep: true };
const full = [1, 1] as const;
const half = [2, 2] as const;
const shapes: readonly Shape[] = [
	{ what: "PNG 50.000.000 × 1, RGBA de 16 bits", before: "4.700 MB", make: () => wholePng(50e6, 1, deep) },
	{ what: "PNG 25.000.000 × 2", before: "2.600 MB", make: () => wholePng(25e6, 2) },
	{ what: "PNG 1.000.000 × 50", before: "831 MB", make: () => wholePng(1e6, 50) },
	{ what: "PNG 100.000 × 500, 16 bits", before: "685 MB", make: () => wholePng(100_000, 500, deep) },
	{ what: "PNG 65.000 × 770, 16 bits", before: "517 MB", make: () => wholePng(65_000, 770, deep) },
	{ what: "PNG 1 × 50.000.000", before: "18 s", make: () => wholePng(1, 50e6) },
	{ what: "PNG 20.000 × 2.500, 16 bits", before: "269 MB", make: () => wholePng(20_000, 2500, deep) },
	{ what: "PNG 18.000 × 2.800, 16 bits", before: "", make: () => wholePng(18_000, 2800, deep) },
	{ what: "PNG 2.500 × 20.000, 16 bits", before: "97 MB", make: () => wholePng(2500, 20_000, deep) },
	{ what: "PNG 7.000 × 7.000, 16 bits", before: "160 MB", make: () => wholePng(7000, 7000, deep) },
	{
		what: "JPEG de 49 MP en varias pasadas, 4:4:4",
		before: "380 MB",
		make: () => greyJpeg(7000, 7000, [full, full, full]),
	},
	{
		what: "JPEG de 49 MP en varias pasadas, 4:2:0",
		before: "233 MB",
		make: () => greyJpeg(7000, 7000, [half, full, full]),
	},
	{
		what: "JPEG progresivo de 50 MP, de cámara",
		before: "276 MB",
		make: () => makeCameraPhoto(8160, 6120, { isProgressive: true, orientation: 6 }),
	},
];

export async function measurePictures(): Promise<Measurement> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-pictures-"));
	const rows: Row[] = [];
	const accepted: { path: string; peak: number }[] = [];
	for (const [index, { what, before, make }] of shapes.entries()) {
		const path = join(folder, `${index}.img`);
		const content = await make();
		writeFileSync(path, content);
		const { outcomes, ms, peak } = decode(path);
		const isAccepted = outcomes[0] === "aceptada";
		if (isAccepted) accepted.push({ path, peak });
		const figure = `${numberText(content.length / 1000)} KB, ${outcomes[0]} en ${numberText(ms)} ms; ${numberText(peak)} MB`;
		rows.push({
			id: "pictures",
			what,
			figure,
			reference: before && `antes ${before}`,
			...(isAccepted
				? { value: peak, unit: "MB", bound: { atMost: MAX_MB } }
				: { value: ms, unit: "ms", bound: { atMost: MAX_REFUSAL_MS } }),
		});
	}
	accepted.sort((one, other) => other.peak - one.peak);
	const two = decode(...accepted.slice(0, 2).map(({ path }) => path));
	const figure = `${numberText(two.ms)} ms, ${two.outcomes.join(" y ")}`;
	const bound = { atMost: MAX_MB };
	rows.push({
		id: "pictures",
		what: "Las dos más pesadas a la vez",
		figure,
		value: two.peak,
		unit: "MB",
		bound,
	});
	rmSync(folder, { recursive: true });
	return { rows, problems: [] };
}

function decode(...paths: string[]): { outcomes: string[]; ms: number; peak: number } {
	const program = fileURLToPath(new URL("decode-pictures.js", import.meta.url));
	const child = spawnSync(process.execPath, [program, ...paths], {
		env: { ...process.env, ...memorySettings },
		encoding: "utf8",
	});
	if (child.status !== 0) throw new Error(`decode-pictures: ${child.stderr}`);
	return JSON.parse(child.stdout);
}
