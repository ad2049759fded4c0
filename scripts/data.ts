/** `npm run data -- …`: reports sizes and counts, removes expired data at once, checks integrity. */
import { readdirSync, statSync } from "node:fs";
import { env } from "~/lib/env.server";
import { type CommandInput, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { count, number, printable, printJson } from "./operator/output";
import { withProgress } from "./operator/progress";
import { reportData } from "./operator/report/data-report";
import { describeReport } from "./operator/report/describe-report";

/**
 * Maximum number of image files without a database row that count as leftovers of crashes. With more of them, the
 * uploads folder may belong to another installation.
 */
const MAX_LEFTOVERS = 20;

const json = { help: "como JSON" };

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
			run: report,
		},
		{
			name: "sweep",
			parameters: [],
			options: { json },
			summary: "Borra ya lo que el servidor borra solo cada hora: lo vencido y lo que nadie usa.",
			details: `Sesiones, enlaces y códigos vencidos, fotos de formularios que nadie terminó en un día, extras y días propios eliminados hace más de un
minuto, archivos de UPLOADS_DIR de más de una hora que la base no nombra. Nunca algo que una persona ve.

JSON: { expired, pendingImages, deletedExtras, deletedOwnDays, deletedSlips, files }`,
			run: sweep,
		},
		{
			name: "check",
			parameters: [],
			options: { json },
			summary: "Revisa que la base de datos y todas las imágenes estén enteras.",
			details: `No cambia nada y anda con el servidor encendido. Termina con 1 si algo está mal.

JSON: { problems: [texto], schema, people, documents, extras, images, unnamed }`,
			run: check,
		},
	],
});

async function report(input: CommandInput): Promise<void> {
	const found = await withProgress("Midiendo", () => reportData());
	if (input.has("json")) return printJson(found);
	for (const line of describeReport(found)) console.log(line);
}

async function sweep(input: CommandInput): Promise<void> {
	await refuseForeignUploads();
	const { sweepExpired } = await import("~/features/auth/sessions/sweep-expired.server");
	const { sweepPendingImages } = await import("~/features/documents/photos/document-images.server");
	const { eraseDeletedExtras } = await import("~/features/overtime/extras/deleted-extras.server");
	const { eraseDeletedOwnDays } = await import("~/features/shift/own-days/deleted-own-days.server");
	const { eraseDeletedSlips } = await import("~/features/overtime/slips/deleted-slips.server");
	const { sweepUploads } = await import("~/lib/images/uploads.server");
	const swept = await withProgress("Ordenando", async () => ({
		expired: await sweepExpired(),
		pendingImages: await sweepPendingImages(),
		deletedExtras: await eraseDeletedExtras(),
		deletedOwnDays: await eraseDeletedOwnDays(),
		deletedSlips: await eraseDeletedSlips(),
		files: await sweepUploads(),
	}));
	if (input.has("json")) return printJson(swept);
	console.log(`Sesiones, enlaces y códigos vencidos: ${number(swept.expired)}`);
	console.log(`Fotos de formularios sin terminar:    ${number(swept.pendingImages)}`);
	console.log(`Extras eliminadas:                    ${number(swept.deletedExtras)}`);
	console.log(`Días propios eliminados:              ${number(swept.deletedOwnDays)}`);
	console.log(`Recibos eliminados:                   ${number(swept.deletedSlips)}`);
	console.log(`Archivos que nadie usa:               ${number(swept.files)}`);
}

/**
 * Throws a CommandError when the uploads folder seems to belong to another installation than the database. This
 * happens when the command runs without the server's settings: the database then names none of the images in the
 * folder, and the command would remove them all.
 */
async function refuseForeignUploads(): Promise<void> {
	const { sqlite } = await import("~/lib/database/db.server");
	const { imagesNamedIn } = await import("~/features/backups/named-images.server");
	const named = imagesNamedIn(sqlite);
	const isThere = statSync(env.UPLOADS_DIR, { throwIfNoEntry: false })?.isDirectory();
	const files = isThere ? readdirSync(env.UPLOADS_DIR).filter((name) => name.endsWith(".webp")) : [];
	const strange = files.filter((name) => !named.has(name)).length;
	if (strange <= MAX_LEFTOVERS || strange <= files.length - strange) return;
	throw new CommandError(
		`De ${files.length} imágenes de ${env.UPLOADS_DIR}, la base ${env.DATABASE_PATH} no nombra ${strange}: parece la base de otra instalación. Corré el comando con los ajustes del servidor. No se cambió nada.`,
	);
}

async function check(input: CommandInput): Promise<void> {
	const { sqlite } = await import("~/lib/database/db.server");
	const { checkData } = await import("~/features/backups/check-data.server");
	const found = await withProgress("Revisando base de datos e imágenes", (report) =>
		checkData(sqlite, env.UPLOADS_DIR, report),
	);
	if (found.problems.length > 0) process.exitCode = 1;
	if (input.has("json")) return printJson(found);
	for (const problem of found.problems) console.log(printable(problem));
	if (found.problems.length > 0) {
		return console.log(
			"Qué hacer: no borres nada, guardá una copia de todo como está y restaurá la última copia sana (docs/operations.md).",
		);
	}
	const unnamed =
		found.unnamed > 0
			? ` Archivos que ninguna fila nombra: ${found.unnamed} (se borran solos en una hora).`
			: "";
	console.log(
		`Sin problemas: ${count(found.people, "persona", "personas")}, ${count(found.documents, "documento", "documentos")}, ${count(found.extras, "extra", "extras")}, ${count(found.images, "imagen", "imágenes")}.${unnamed}`,
	);
}
