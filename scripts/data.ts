/** `npm run data -- …`: reports sizes and counts, removes expired data at once, checks integrity. */

import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import { env } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";
import { operatorCommand, shellWord } from "~/lib/files/operator-command.server";
import type { DataCheck } from "./operator/checking/check-data";
import { type Command, type CommandInput, json, runProgram } from "./operator/command";
import { CommandError, finish } from "./operator/errors";
import { count, number, printable, printJson } from "./operator/output";
import { withProgress } from "./operator/progress";
import { reportData } from "./operator/report/data-report";
import { describeReport } from "./operator/report/describe-report";
import { actAsServer } from "./operator/server-user";

await runProgram({
	name: "data",
	title: "Datos: cuánto hay, ordenar ya, revisar que todo esté entero.",
	commands: [
		{
			name: "report",
			parameters: [],
			options: { json },
			summary:
				"Muestra personas, lugar en el disco y hasta cuándo alcanza, copias, correos y las rutas más lentas. No nombra a nadie.",
			details: `No cambia nada, y anda con el servidor encendido o parado. El crecimiento sale de la copia más vieja que se guarda. El tamaño de las copias
no cuenta las imágenes que comparten archivo con UPLOADS_DIR. Campos de --json: docs/operations.md.`,
			run: inFolder(report),
		},
		{
			name: "sweep",
			parameters: [],
			options: { json },
			summary:
				"Borra ya lo que el servidor borra solo cada minuto o cada hora: lo vencido y lo que nadie usa.",
			details: `Sesiones, enlaces y códigos vencidos, fotos de formularios que nadie terminó en un día, documentos, extras, días, recibos y valores eliminados hace más
de un minuto. Aparta archivos de UPLOADS_DIR de más de una hora que la base no nombra, y borra los apartados hace más de 14 días. Nunca algo
que una persona ve. Si la base no nombra la mayoría de las imágenes, no cambia nada y lo dice.

JSON: { expired, pendingImages, deletedRecords, files, broughtBack }`,
			run: inFolder(sweep),
		},
		{
			name: "check",
			parameters: [],
			options: { json },
			summary: "Revisa que la base de datos, todas las imágenes y las copias de BACKUPS_DIR estén enteras.",
			details: `No cambia nada y anda con el servidor encendido. Lee todo, byte por byte. Termina con 1 si algo está mal.

JSON: { problems: [texto], schema, people, documents, extras, images, unnamed, mendable }`,
			run: check,
		},
		{
			name: "mend",
			parameters: [],
			options: { json },
			summary:
				"Repone las imágenes que faltan o están dañadas y que las copias de BACKUPS_DIR tienen enteras.",
			details: `Anda con el servidor encendido. Termina con 1 si quedan imágenes sin reponer.

JSON: { mended: [nombre], lost: [nombre] }`,
			run: inFolder(mend),
		},
	],
});

/** Refuses a file in place of UPLOADS_DIR, which would look like a folder without images. */
function inFolder(run: Command["run"]): Command["run"] {
	return async (input) => {
		if (statSync(env.UPLOADS_DIR, { throwIfNoEntry: false })?.isFile())
			throw new CommandError(`${env.UPLOADS_DIR} no es una carpeta: revisá UPLOADS_DIR.`);
		await run(input);
	};
}

async function report(input: CommandInput): Promise<void> {
	const found = await withProgress("Midiendo", () => reportData());
	if (input.has("json")) return printJson(found);
	for (const line of describeReport(found)) console.log(line);
}

async function sweep(input: CommandInput): Promise<void> {
	actAsServer();
	const { sweepUploads } = await import("~/lib/images/sweep-uploads.server");
	// Before anything else: with the database of another installation, nothing is changed.
	const uploads = await sweepUploads();
	if (uploads.refusal) throw new CommandError(uploads.refusal);
	const { sweepExpired } = await import("~/features/auth/sessions/sweep-expired.server");
	const { sweepPendingImages } = await import("~/features/documents/photos/document-images.server");
	const { eraseDeletedRecords } = await import("~/lib/records/deleted-records.server");
	const swept = await withProgress("Ordenando", () =>
		finish("Se ordenó una parte y falta otra", async () => ({
			expired: await sweepExpired(),
			pendingImages: await sweepPendingImages(),
			deletedRecords: await eraseDeletedRecords(),
			files: uploads.removed,
			broughtBack: uploads.broughtBack,
		})),
	);
	if (input.has("json")) return printJson(swept);
	console.log(`Sesiones, enlaces y códigos vencidos: ${number(swept.expired)}`);
	console.log(`Fotos que no son de ningún documento: ${number(swept.pendingImages)}`);
	console.log(`Eliminados que ya no se deshacen:     ${number(swept.deletedRecords)}`);
	console.log(`Archivos que nadie usa, apartados:    ${number(swept.files)}`);
	if (swept.broughtBack > 0)
		console.log(`Imágenes apartadas que volvieron:     ${number(swept.broughtBack)}`);
}

async function check(input: CommandInput): Promise<void> {
	// What root may write is no sign that the server may.
	actAsServer();
	const { checkBackups } = await import("./operator/checking/check-backups");
	const { probeFolders, whatHelps, imagesGone } = await import("~/lib/metrics/kept-folders.server");
	const { unusable, areImagesGone } = await probeFolders();
	const inFolders = unusable.map(({ code, path }) => whatHelps(code, path));
	const found = await checkImages().catch((error: unknown) => {
		throw inFolders[0] ? new CommandError(inFolders[0]) : error;
	});
	const inBackups = await withProgress("Revisando las copias", (report) =>
		checkBackups(env.BACKUPS_DIR, report),
	);
	const mendable = found.whole.size;
	if (areImagesGone) inFolders.push(imagesGone());
	if (found.wrongImages.some(isForbidden))
		inFolders.push(
			`El servidor no puede leer todas las imágenes: chown -R ${process.getuid?.()} ${shellWord(env.UPLOADS_DIR)}`,
		);
	const problems = [...inFolders, ...found.problems, ...inBackups];
	if (problems.length > 0) process.exitCode = 1;
	if (input.has("json")) {
		const { whole, wrongImages, ...rest } = found;
		return printJson({ ...rest, problems, mendable });
	}
	for (const problem of problems) console.log(printable(problem));
	if (problems.length > 0) {
		// Until its folder is in order, nothing else that was found counts for much.
		const advice = inFolders.length > 0 ? "lo que dice la primera línea." : adviceFor(found, mendable);
		return console.log(`Qué hacer: ${advice}`);
	}
	const unnamed =
		found.unnamed > 0
			? ` Archivos que ninguna fila nombra: ${found.unnamed} (se apartan solos en una hora, y se borran a los 14 días).`
			: "";
	console.log(
		`Sin problemas: ${count(found.people, "persona", "personas")}, ${count(found.documents, "documento", "documentos")}, ${count(found.extras, "extra", "extras")}, ${count(found.images, "imagen", "imágenes")}.${unnamed}`,
	);
}

/** Whether a file belongs to another user, such as root, as whom the server was once started. */
function isForbidden(name: string): boolean {
	try {
		accessSync(join(env.UPLOADS_DIR, name), constants.R_OK);
		return false;
	} catch (error) {
		return codeOf(error) === "EACCES";
	}
}

function adviceFor({ problems }: DataCheck, mendable: number): string {
	if (problems.length === 0)
		return `${operatorCommand("backup")}, que repone las imágenes de las copias; y revisá el disco.`;
	if (mendable > 0)
		return `${operatorCommand("data -- mend")}, que repone ${count(mendable, "imagen", "imágenes")}.`;
	return `no borres nada, guardá una copia de todo como está y restaurá la última copia sana (docs/operations.md): ${operatorCommand("backup -- list")}`;
}

async function mend(input: CommandInput): Promise<void> {
	actAsServer();
	const { mendImages } = await import("./operator/checking/mend-images");
	const { problems, wrongImages, whole } = await checkImages();
	// Of a damaged database no image is checked.
	if (problems.length > 0 && wrongImages.length === 0)
		throw new CommandError(
			`${problems[0]} No se repuso nada. Qué hacer: ${operatorCommand("data -- check")}`,
		);
	await withProgress("Reponiendo imágenes", () => mendImages(whole, env.UPLOADS_DIR));
	const lost = wrongImages.filter((name) => !whole.has(name));
	if (lost.length > 0) process.exitCode = 1;
	if (input.has("json")) return printJson({ mended: Array.from(whole.keys()), lost });
	console.log(`Repuestas: ${count(whole.size, "imagen", "imágenes")}. Sin una copia entera: ${lost.length}.`);
}

/** Checks database and images, and finds whole files for the images that are missing or damaged. */
async function checkImages() {
	const { sqlite } = await import("~/lib/database/db.server");
	const { checkData } = await import("./operator/checking/check-data");
	const { hashesIn, readNewestList } = await import("./operator/checking/known-hashes");
	const { findWholeImages } = await import("./operator/checking/mend-images");
	const { imageHashesIn } = await import("./operator/checking/named-images");
	const known = hashesIn(readNewestList(env.BACKUPS_DIR));
	const found = await withProgress("Revisando base de datos e imágenes", (report) =>
		checkData(sqlite, env.UPLOADS_DIR, known, report),
	);
	const hashes = new Map([...known, ...(found.wrongImages.length > 0 ? imageHashesIn(sqlite) : [])]);
	return { ...found, whole: await findWholeImages(found.wrongImages, hashes, env.BACKUPS_DIR) };
}
