/** Measures the server while four people upload ten 50-megapixel photos each, at the same time. */
import { randomUUID } from "node:crypto";
import type { Measurement } from "../../figures/measurement";
import { peakMegabytes } from "../../figures/process-figures";
import { percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { addPeople, makeSite, type Person } from "../../servers/site";
import { ADD_ADDRESS, Browser, type Field } from "../../visitors/document-requests";
import { visitDuring } from "../../visitors/page-visits";
import { makeCameraPhoto } from "../../visitors/photos";

const PEOPLE = 4;
const PHOTOS = 10;
const [WIDTH_PX, HEIGHT_PX] = [8160, 6120];
const MAX_MB = 480;
const MAX_PAGE_MS = 1000;

export async function measureHeavy(): Promise<Measurement> {
	const photos: Buffer[] = [];
	for (let index = 0; index < PHOTOS; index++) {
		photos.push(
			await makeCameraPhoto(WIDTH_PX, HEIGHT_PX, { isProgressive: index % 2 === 1, orientation: 6 }),
		);
	}
	const site = makeSite();
	const [other, ...people] = addPeople(site.databasePath, PEOPLE + 1);
	if (!other) throw new Error("no person was added");
	const relevo = await site.start();
	const startedAt = performance.now();
	const send = async (person: Person) => {
		const browser = new Browser(person, relevo.port);
		const reply = await browser.post(ADD_ADDRESS, [
			["idFile", randomUUID()],
			["title", "Certificado"],
			["description", "De la cámara más grande que hay"],
			...photos.map((photo): Field => ["images", photo]),
		]);
		browser.close();
		return reply?.status ?? 0;
	};
	const { result: statuses, visits } = await visitDuring(relevo.origin, other, true, () =>
		Promise.all(people.map(send)),
	);
	const seconds = (performance.now() - startedAt) / 1000;
	const peak = peakMegabytes(relevo.pid);
	await relevo.stop();
	site.remove();

	const count = (status: number) => statuses.filter((other) => other === status).length;
	const others = statuses.length - count(303) - count(503);
	const p95 = percentile(visits.times, 95);
	const largest = numberText(Math.max(...photos.map(({ length }) => length)) / 1e6, 1);
	const rows: Row[] = [
		{
			id: "heavy",
			what: `${PEOPLE} formularios de ${PHOTOS} fotos de 50 MP (hasta ${largest} MB) a la vez`,
			figure: `${count(303)} guardados, ${count(503)} con 503, en ${numberText(seconds)} s`,
			value: others,
			unit: "",
			bound: { atMost: 0 },
		},
		{ id: "heavy", what: "Memoria, lo más", figure: "", value: peak, unit: "MB", bound: { atMost: MAX_MB } },
		{
			id: "heavy",
			what: "Las demás páginas mientras tanto, p95",
			figure: `${visits.times.length} páginas, ${visits.missed} no llegaron`,
			value: p95,
			unit: "ms",
			bound: { atMost: MAX_PAGE_MS },
		},
	];
	return { rows, problems: [] };
}
