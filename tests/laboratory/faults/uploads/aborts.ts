import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../../figures/measurement";
import { seededRandom } from "../../figures/seeded-random";
import type { Row } from "../../figures/table";
import { addPeople, makeSite } from "../../servers/site";
import {
	ADD_ADDRESS,
	Browser,
	type Field,
	multipartOf,
	photoAddress,
} from "../../visitors/document-requests";
import { makeNoisyPhotos } from "../../visitors/photos";
import { headOf, sendAndDisconnect } from "../../visitors/raw-upload";
import { readStoredData } from "../../visitors/stored-documents";

const AT_ONCE = 4;
/** Time in ms in which an aborted upload still arrives: one that was reset may leave no trace by which to wait. */
const SETTLE_MS = 3000;
/** Longest wait in ms after that until nothing of the aborted uploads is left, enough for a busy machine. */
const MAX_SETTLE_MS = 60_000;
const MAX_PAUSE_MS = 80;

/** Aborts uploads to three paths, then counts the files and rows left behind. */
export async function measureAborts(aborts: number, seed: number): Promise<Measurement> {
	const site = makeSite();
	const random = seededRandom(seed);
	const photos = await makeNoisyPhotos(4, 900);
	const [person, control] = addPeople(site.databasePath, 2);
	if (!person || !control) throw new Error("no person was added");
	const relevo = await site.start();
	const document = (idFile: string, count: number): Field[] => [
		["idFile", idFile],
		["title", "Carné"],
		["description", "Uno que se corta"],
		...photos.slice(0, count).map((photo): Field => ["images", photo]),
	];
	const saved = (idFile: string, browser: Browser) => browser.post(ADD_ADDRESS, document(idFile, 1));
	const [first, last] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
	const browser = new Browser(control, relevo.port);
	// One complete upload before the aborts and one after them show that saving works.
	const before = await saved(first, browser);

	const abort = async () => {
		const idFile = `33333333-3333-4333-8333-${Math.floor(random() * 1e12)
			.toString()
			.padStart(12, "0")}`;
		const kind = Math.floor(random() * 3);
		const path =
			[ADD_ADDRESS, photoAddress(ADD_ADDRESS), `/auth/edit-document/${first}`][kind] ?? ADD_ADDRESS;
		const fields = document(idFile, 1 + Math.floor(random() * 4));
		const { headers, body } = multipartOf(kind === 1 ? [["intent", "images"], ...fields] : fields);
		// Kind 2 edits the document `first` of the person `control`. Aborted edits must leave this document unchanged.
		const sender = kind === 2 ? control : person;
		const isChunked = random() < 0.3;
		const end = Math.floor(random() * body.byteLength);
		const length: Record<string, string | number> = isChunked
			? { "Transfer-Encoding": "chunked" }
			: { "Content-Length": body.byteLength };
		const head = headOf({ port: relevo.port, path, person: sender, headers: { ...headers, ...length } });
		const chunk = isChunked ? `${body.byteLength.toString(16)}\r\n` : "";
		const bytes = Buffer.concat([Buffer.from(head + chunk), body.subarray(0, end)]);
		await sendAndDisconnect(relevo.port, bytes, { waitMs: random() * MAX_PAUSE_MS, reset: random() < 0.5 });
	};
	let sent = 0;
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			while (sent++ < aborts) await abort();
		}),
	);
	await sleep(SETTLE_MS);
	const filesNow = () => (existsSync(site.uploads) ? readdirSync(site.uploads) : []);
	// The two files of the document `first` stay.
	for (const end = performance.now() + MAX_SETTLE_MS; filesNow().length > 2 && performance.now() < end; )
		await sleep(20);
	const [stored, files] = [readStoredData(site.databasePath), filesNow()];
	const after = await saved(last, browser);
	browser.close();
	await relevo.stop();
	site.remove();
	if (before?.status !== 303 || after?.status !== 303) {
		throw new Error(`a whole form was not saved: ${before?.status}, ${after?.status}`);
	}
	// Counts the rows that the aborted uploads have left: all rows except those of the document `first`, which
	// `control` saved completely.
	const rows = stored.documents.filter(
		({ userId, idFile }) => userId !== control.id || idFile !== first,
	).length;
	const images = stored.images.length - 1;
	const count = (what: string, value: number): Row => {
		return { id: "aborts", what, figure: "", value, unit: "", bound: { atMost: 0 } };
	};
	return {
		rows: [
			count(
				`${aborts} envíos cortados: archivos a medio escribir`,
				files.filter((name) => name.endsWith(".tmp")).length,
			),
			count("Archivos que quedaron", files.length - 2),
			count("Filas que quedaron", rows + images),
		],
		problems: stored.damage,
	};
}
