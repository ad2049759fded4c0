/** Disks that fail: writes and fsyncs of the server end with ENOSPC or EIO now and then. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "../../../support/server/program";
import type { Measured } from "../../figures/measured";
import { randomOf } from "../../figures/seeded-random";
import { numberText, type Row } from "../../figures/table";
import { addPeople, makeSite, type Person, type Site } from "../../servers/site";
import { Browser } from "../../visitors/document-requests";
import { checkFiles, filesWithoutRow, readKept } from "../../visitors/kept-documents";
import { makeSmallPhotos, type Photo } from "../../visitors/photos";
import { type Fault, injectFaults } from "./strace";
import { type Answer, Told } from "./told";

const PHOTOS = 12;
/** Who must end and is still there after so long goes on: a bound for what never comes, not a measure. */
const MAX_END_MS = 30_000;

/** What fails in one go of so many forms. */
export interface Trouble {
	what: string;
	fault: (site: Site, random: () => number) => Fault;
	/** The status that a form gets whose transaction failed. */
	answer: number;
	/** Whether the server must end by itself, so that its supervisor starts it again. */
	ends: boolean;
}

const databaseFiles = ({ databasePath }: Site) => [databasePath, `${databasePath}-wal`];
/** A form makes some forty writes to the database's log. */
const farApart = (random: () => number) => ({
	first: 40 + Math.floor(random() * 80),
	step: 90 + Math.floor(random() * 160),
});
/** And one fsync of it. */
const near = (random: () => number) => ({
	first: 2 + Math.floor(random() * 10),
	step: 5 + Math.floor(random() * 8),
});

/** A form is one transaction; `pwrite64` and `fsync` of the database are nobody else's. */
export const troubles: readonly Trouble[] = [
	{
		what: "escribir en la base da ENOSPC",
		fault: (site, random) => ({
			...{ call: "pwrite64", error: "ENOSPC", paths: databaseFiles(site) },
			...farApart(random),
		}),
		answer: 507,
		ends: false,
	},
	{
		what: "escribir en la base da EIO",
		fault: (site, random) => ({
			...{ call: "pwrite64", error: "EIO", paths: databaseFiles(site) },
			...farApart(random),
		}),
		answer: 500,
		ends: true,
	},
	{
		what: "fsync de la base da EIO",
		fault: (site, random) => ({
			...{ call: "fsync", error: "EIO", paths: databaseFiles(site) },
			...near(random),
		}),
		answer: 500,
		ends: true,
	},
	{
		what: "fsync de las fotos da EIO",
		fault: ({ uploads }, random) => ({
			...{ call: "fsync", error: "EIO", paths: [uploads] },
			...near(random),
		}),
		answer: 500,
		ends: false,
	},
];

/**
 * The answers that a form may get. A server that has to end may do so before it has answered: where the failure met
 * something else of it, such as its sweep.
 */
export function answersTo({ answer, ends }: Trouble): Answer[] {
	return ends ? [303, answer, "none"] : [303, answer];
}

/** What has become of the forms of one trouble. */
export interface IoResult {
	told: Told;
	/** Confirmed and not there whole, or refused and there. */
	lost: string[];
	unexpected: string[];
	damage: string[];
	dangling: string[];
	/** Left to the sweep, since only a start knows whether a row names them. */
	orphans: string[];
	/** Servers that ended by themselves, and that went on though they must not. */
	ended: number;
	wentOn: number;
}

/**
 * Sends so many forms, one after the other, while system calls fail; a server that ends is started again, as a
 * supervisor does, with the same trouble. At the end all is looked at after one more start, without trouble.
 * @throws Error in Spanish where system calls cannot be made to fail
 */
export async function failOften(trouble: Trouble, forms: number, seed: number): Promise<IoResult> {
	const random = randomOf(seed);
	const photos = await makeSmallPhotos(PHOTOS);
	const site = makeSite();
	const [person] = addPeople(site.databasePath, 1);
	if (!person) throw new Error("nobody is there");
	const result = { told: new Told(), ended: 0, wentOn: 0 };
	for (let left = forms; left > 0; ) {
		const relevo = await site.start();
		await injectFaults(relevo, trouble.fault(site, random));
		left -= await sendUntilEnd(relevo, person, photos, trouble, left, result);
	}
	const relevo = await site.start();
	await relevo.stop();
	const kept = readKept(site.databasePath);
	const { dangling } = checkFiles(kept.images, site.uploads, photos);
	const orphans = filesWithoutRow(kept.images, site.uploads);
	site.remove();
	return { ...result, ...result.told.compare(kept), damage: kept.damage, dangling, orphans };
}

/** The figures of all troubles. */
export async function measureIo(forms: number, seed: number): Promise<Measured> {
	const measured: Measured = { rows: [], complaints: [] };
	for (const trouble of troubles) {
		const result = await failOften(trouble, forms, seed);
		const none = (what: string, value: number, figure = ""): Row => {
			return { id: "io", what, figure, value, unit: "", bound: { atMost: 0 } };
		};
		const { told, lost, unexpected, damage, dangling, orphans, ended, wentOn } = result;
		const { what, ends } = trouble;
		measured.rows.push(
			none(
				`${numberText(forms)} formularios, ${what}: respuestas que nadie espera`,
				told.countOthers(answersTo(trouble)),
				`${told}`,
			),
			none(
				"Confirmados que faltan, o rechazados que están",
				lost.length + unexpected.length,
				`${lost.length} y ${unexpected.length}`,
			),
			none(
				"Daños en la base, filas sin sus archivos",
				damage.length + dangling.length,
				`${orphans.length} archivos para la limpieza`,
			),
		);
		if (ends)
			measured.rows.push(
				none("Servidores que siguieron después de eso", wentOn, `${ended} terminaron y volvieron a arrancar`),
			);
		measured.complaints.push(
			...lost,
			...unexpected,
			...damage,
			...dangling.map((id) => `sin archivo: ${id}`),
		);
	}
	return measured;
}

/** @returns how many forms were sent: all, or as many as until the server ended by itself */
async function sendUntilEnd(
	relevo: Program,
	person: Person,
	photos: readonly Photo[],
	{ ends }: Trouble,
	forms: number,
	result: Pick<IoResult, "told" | "ended" | "wentOn">,
): Promise<number> {
	const browser = new Browser(person, relevo.port);
	let sent = 0;
	let isEnded = false;
	const ended = relevo.ended.then(() => {
		isEnded = true;
	});
	while (sent < forms && !isEnded) {
		const photo = photos[sent++ % photos.length];
		const answer = await result.told.send(browser, photo ? [photo.file] : []);
		if (answer === 303 || !ends) continue;
		await Promise.race([ended, sleep(MAX_END_MS)]);
		if (isEnded) result.ended++;
		else result.wentOn++;
	}
	browser.close();
	await relevo.stop();
	return sent;
}
