/** `npm run restore -- …`: replaces a stopped server's data with a backup, or its database with another file. */

import { existsSync, rmSync } from "node:fs";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { operatorCommand, startCommand } from "~/lib/files/operator-command.server";
import { type CommandInput, json, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { count, describeBytes, describeTime, printJson } from "./operator/output";
import { DamagedError } from "./operator/restoring/backup-source";
import { listRestorableFiles } from "./operator/restoring/restorable-files";
import { restoreBackup } from "./operator/restoring/restore-backup";
import { findSource } from "./operator/restoring/restore-source";
import { newestWhole, withWayOut } from "./operator/restoring/whole-backup";
import { actAsServer } from "./operator/server-user";

/** Maximum number of images that a message names. */
const MAX_NAMES = 5;

await runProgram({
	name: "restore",
	title: "Pone una copia en el lugar de los datos: una de seguridad, o la de antes de una actualización.",
	commands: [
		{
			name: "",
			parameters: [],
			options: {
				from: {
					value: "COPIA",
					help: "una copia de seguridad, la carpeta de ellas (la más nueva) o un archivo de la lista",
					isRequired: true,
				},
				replace: { help: "aunque ya haya datos, que quedan guardados al lado" },
				"without-damaged": { help: "sin las imágenes de la copia que falten o estén dañadas" },
				"newest-whole": { help: "si esa copia está dañada, la más nueva de antes que esté entera" },
				json,
			},
			summary: "Restaura una copia, con el servidor parado.",
			details: `Primero la revisa entera. Después borra otra vez las cuentas que se eliminaron desde que se hizo, y cierra las
sesiones, enlaces, códigos, correos que esperaban, direcciones de calendarios, llaves de acceso y avisos en los teléfonos. Con
una copia de seguridad cierra todo: cada persona vuelve a ingresar, y hace de nuevo sus llaves, avisos y calendario. Con un
archivo de la lista, lo que la base de ahora ya no tiene; si no hay base o está dañada, todo.

Ejemplos: npm run restore -- --from db/data/backups
          npm run restore -- --from relevo.sqlite.before-2026-11-21T06-00-03Z-schema-10-2.0.0 --replace
JSON: { backup, people, documents, extras, erased, signedOut, images, lost, lostImages: [nombre], aside, imagesAside }; los dos últimos
solo si algo quedó al lado.`,
			usesDatabase: false,
			run: restore,
		},
		{
			name: "list",
			parameters: [],
			options: { json },
			summary: "Muestra las copias de antes de cada actualización, y lo que una restauración dejó al lado.",
			details: `Las copias de seguridad las muestra npm run backup -- list.

JSON: [{ name, kind ("before-update" o "put-aside"), at, isInFuture, schema, program, bytes, problem }]; at son milisegundos UTC.`,
			usesDatabase: false,
			run: list,
		},
	],
});

async function restore(input: CommandInput): Promise<void> {
	actAsServer();
	const given = findSource(input.required("from"));
	const choices = { mayReplace: input.has("replace"), mayLoseImages: input.has("without-damaged") };
	const releaseLock = takeLock();
	try {
		const source = input.has("newest-whole") ? newestWhole(given, choices.mayLoseImages) : given;
		const restored = await restoreBackup(source, choices).catch((error: unknown) => {
			const words = ["replace", "without-damaged"]
				.filter((name) => input.has(name))
				.map((name) => `--${name}`);
			throw error instanceof DamagedError ? withWayOut(error, source, words) : error;
		});
		if (input.has("json")) return printJson({ backup: source.name, ...restored });
		const { people, documents, extras, images, erased, lostImages } = restored;
		const isAhead = isInFuture(backupTime(source.name) ?? 0, Date.now());
		console.log(
			`Copia ${source.name}${isAhead ? " (FECHA FUTURA: revisá el reloj)" : ""} restaurada: ${count(people, "cuenta", "cuentas")}, ${count(documents, "documento", "documentos")}, ${count(extras, "extra", "extras")}, ${count(images, "imagen", "imágenes")}.`,
		);
		if (erased > 0)
			console.log(
				`Eliminadas después de la copia, y borradas otra vez: ${count(erased, "cuenta", "cuentas")}.`,
			);
		if (lostImages.length > 0)
			console.log(
				`Imágenes que faltan, por dañadas o porque se eliminaron después de la copia: ${lostImages.length} (${lostImages.slice(0, MAX_NAMES).join(", ")}). Todas: ${operatorCommand("data -- check")}`,
			);
		const asides = [restored.aside, restored.imagesAside].filter((path) => path !== undefined);
		if (asides.length > 0)
			console.log(`Lo que había quedó en ${asides.join(" y ")}. Se borra solo a los 14 días.`);
		console.log(
			`${restored.signedOut ? "Todos tienen que volver a ingresar. " : ""}Ahora: ${startCommand()}`,
		);
	} finally {
		releaseLock();
		// A refused restore leaves an empty folder empty.
		if (!existsSync(env.DATABASE_PATH)) rmSync(`${env.DATABASE_PATH}.lock`, { force: true });
	}
}

function list(input: CommandInput): void {
	const files = listRestorableFiles();
	if (input.has("json")) {
		printJson(files);
		return;
	}
	if (files.length === 0) console.log("No hay copias de antes de una actualización.");
	for (const { name, kind, at, isInFuture, schema, program, bytes, problem } of files) {
		const what = kind === "before-update" ? "antes de actualizar" : "reemplazada";
		const state = problem ? `\n  No se puede restaurar con este programa: ${problem}.` : "";
		console.log(
			`${name}\n  ${describeTime(at)}${isInFuture ? " (FECHA FUTURA: revisá el reloj)" : ""}, ${what}; esquema ${schema}, Relevo ${program ?? "de versión no anotada"}, ${describeBytes(bytes)}${state}`,
		);
	}
	console.log(`Las copias de seguridad: ${operatorCommand("backup -- list")}`);
}

function takeLock(): () => void {
	try {
		return takeServerLock(env.DATABASE_PATH, 0);
	} catch (error) {
		if (!(error instanceof LockedError)) throw error;
		throw new CommandError(
			"El servidor u otra restauración está usando esa base de datos: paralo, o esperá a que termine. No se tocó nada.",
		);
	}
}
