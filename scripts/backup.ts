/** `npm run backup -- …`: backs up the database and the images, also while the server runs. */

import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { LockedError } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { MB } from "~/lib/units/bytes";
import { type CommandInput, json, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { operatorPath } from "./operator/input-file";
import type { Backup } from "./operator/make-backup";
import { count, printJson } from "./operator/output";
import { actAsServer } from "./operator/server-user";

/** Maximum number of images that a message names. */
const MAX_NAMES = 5;

await runProgram({
	name: "backup",
	title: "Copias de seguridad de la base de datos y de las imágenes.",
	commands: [
		{
			name: "",
			parameters: [],
			options: {
				to: { value: "CARPETA", help: "dónde; si falta, BACKUPS_DIR" },
				quick: { help: "lee solo las imágenes nuevas, si en el último día se leyeron todas" },
				json,
			},
			summary:
				"Hace una copia, también con el servidor andando. Quedan todas las de la última hora, una por hora del último día y una por día de los últimos 14.",
			details: `Lee todas las imágenes y las copias de antes, y nombra las dañadas; una imagen dañada no pasa a la copia. Sin este comando el servidor hace una cada BACKUP_EVERY minutos mientras alguien escribe. En el mismo disco una copia solo sirve contra errores:
llevá la carpeta a otra máquina. No lleva SESSION_SECRET, los correos ni el registro.

Ejemplo: npm run backup -- --to /mnt/usb/relevo
JSON: { folder, name, images, bytes, missing, damaged, mendable, repaired, damagedBackups, unreadable }, las seis últimas listas de nombres.`,
			run: backUp,
		},
		{
			name: "list",
			parameters: [],
			options: { from: { value: "CARPETA", help: "dónde están; si falta, BACKUPS_DIR" }, json },
			summary: "Muestra las copias enteras que hay, la más nueva al final.",
			details: `Ejemplo: npm run backup -- list
JSON: [{ name, time, isInFuture, images, version }]; images es null en una copia dañada.`,
			usesDatabase: false,
			run: list,
		},
	],
});

async function backUp(input: CommandInput): Promise<void> {
	// Another folder may be one that only root can write.
	if (!input.has("to")) actAsServer();
	const to = folderOf(input, "to");
	const { makeBackup } = await import("./operator/make-backup");
	if (existsSync(to) && !statSync(to).isDirectory())
		throw new CommandError(`${to} es un archivo: indicá una carpeta.`);
	const backup = await makeBackup(to, Date.now(), input.has("quick")).catch((error: unknown) => {
		if (error instanceof LockedError)
			throw new CommandError(`Ya se está haciendo una copia en ${to}: esperá a que termine.`);
		throw error;
	});
	const { name, images, bytes } = backup;
	const size = (bytes / MB).toFixed(1).replace(".", ",");
	if (input.has("json")) printJson({ folder: to, ...backup });
	else console.log(`${to}/${name}: base de datos de ${size} MB, ${imagesText(images)}`);
	const problems = problemsOf(backup);
	if (problems.length > 0) throw new CommandError(`La copia se hizo, pero ${problems.join(" Además, ")}`);
}

/** Says in Spanish what is wrong with the data or with earlier backups, and what helps. */
function problemsOf({ missing, damaged, mendable, repaired, damagedBackups, unreadable }: Backup): string[] {
	const first = (names: readonly string[]) => names.slice(0, MAX_NAMES).join(", ");
	const damagedText = ({ length }: readonly string[]) => count(length, "imagen dañada", "imágenes dañadas");
	return [
		...unreadable.map(
			(name) =>
				`no se puede leer la lista de ${name}. Si esa carpeta es de otro usuario, pasala al del servidor; si no, ya no sirve: borrala. Hasta entonces no se borra ninguna imagen vieja.`,
		),
		...damagedBackups.map(
			(name) => `está dañada la base de datos de otra: ${name}. Ya no sirve: borrá esa carpeta.`,
		),
		missing.length > 0 &&
			`sin ${imagesText(missing.length)} (no hay archivo en UPLOADS_DIR ni en otra copia): ${first(missing)}. Mirá ${operatorCommand("data -- check")}`,
		damaged.length > 0 &&
			`sin ${damagedText(damaged)} de UPLOADS_DIR: ${first(damaged)}. Si en otra máquina los archivos están enteros, traelos a UPLOADS_DIR; cuáles son: ${operatorCommand("data -- check")}`,
		mendable.length > 0 &&
			`en UPLOADS_DIR hay ${damagedText(mendable)}, y en las copias los archivos enteros: ${first(mendable)}. Para reponerlos: ${operatorCommand("data -- mend")}`,
		repaired.length > 0 &&
			`entre las copias había ${damagedText(repaired)}, y en su lugar va lo de UPLOADS_DIR: ${first(repaired)}. Revisá el disco.`,
	].filter((problem) => problem !== false);
}

async function list(input: CommandInput): Promise<void> {
	const from = folderOf(input, "from");
	// A disk that is not mounted, or a misspelt folder; the server's own is made with the first backup.
	if (input.option("from") !== undefined && !existsSync(from))
		throw new CommandError(`${from} no existe: indicá la carpeta de las copias.`);
	const { DATABASE_FILE, findBackupList, listBackups } = await import(
		"~/features/backups/backup-folder.server"
	);
	const contentOf = (name: string) => {
		const list = findBackupList(`${from}/${name}`);
		// A copy from another machine that was cut off has the list and no database.
		const isThere = list && existsSync(`${from}/${name}/${DATABASE_FILE}`);
		return isThere ? { images: list.images.length, version: list.version } : { images: null };
	};
	const backups = listBackups(from).map((name) => ({
		name,
		time: new Date(backupTime(name) ?? 0).toISOString(),
		isInFuture: isInFuture(backupTime(name) ?? 0, Date.now()),
		...contentOf(name),
	}));
	if (input.has("json")) return printJson(backups);
	if (backups.length === 0) return console.log(`No hay copias en ${from}.`);
	for (const { name, images, isInFuture } of backups) {
		const state =
			images === null ? "DAÑADA: su lista o su base de datos falta o no se puede leer" : imagesText(images);
		console.log(`${name}  ${state}${isInFuture ? ", CON FECHA FUTURA: revisá el reloj" : ""}`);
	}
}

function imagesText(images: number): string {
	return count(images, "imagen", "imágenes");
}

function folderOf(input: CommandInput, option: string): string {
	const given = input.option(option);
	return given === undefined ? resolve(env.BACKUPS_DIR) : operatorPath(given);
}
