/** `npm run backup -- …`: backs up the database and the images, also while the server runs. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { LockedError } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { BackupError } from "./operator/backup-target";
import { type CommandInput, type OptionHelp, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { operatorPath } from "./operator/input-file";
import { count } from "./operator/output";

const json: OptionHelp = { help: "como JSON" };

await runProgram({
	name: "backup",
	title: "Copias de seguridad de la base de datos y de las imágenes.",
	commands: [
		{
			name: "",
			parameters: [],
			options: { to: { value: "CARPETA", help: "dónde; si falta, BACKUPS_DIR" }, json },
			summary:
				"Hace una copia, también con el servidor andando. Quedan todas las de la última hora, una por hora del último día y una por día de los últimos 14.",
			details: `Sin este comando el servidor hace una cada BACKUP_EVERY minutos mientras alguien escribe. En el mismo disco una copia solo sirve contra errores:
llevá la carpeta a otra máquina. No lleva SESSION_SECRET, los correos ni el registro.

Ejemplo: npm run backup -- --to /mnt/usb/relevo`,
			run: backUp,
		},
		{
			name: "list",
			parameters: [],
			options: { from: { value: "CARPETA", help: "dónde están; si falta, BACKUPS_DIR" }, json },
			summary: "Muestra las copias enteras que hay, la más nueva al final.",
			details: "Ejemplo: npm run backup -- list",
			usesDatabase: false,
			run: list,
		},
	],
});

async function backUp(input: CommandInput): Promise<void> {
	const to = folderOf(input, "to");
	const { makeBackup } = await import("./operator/make-backup");
	if (existsSync(to) && !statSync(to).isDirectory())
		throw new CommandError(`${to} es un archivo: indicá una carpeta.`);
	const backup = await makeBackup(to).catch((error: unknown) => {
		if (error instanceof BackupError) throw new CommandError(error.message);
		if (error instanceof LockedError)
			throw new CommandError(`Ya se está haciendo una copia en ${to}: esperá a que termine.`);
		throw error;
	});
	const { name, images, bytes, missing, unreadable } = backup;
	const size = (bytes / 1_048_576).toFixed(1).replace(".", ",");
	if (input.has("json")) console.log(JSON.stringify({ folder: to, ...backup }, null, "\t"));
	else console.log(`${to}/${name}: base de datos de ${size} MB, ${imagesText(images)}`);
	if (unreadable.length > 0) {
		throw new CommandError(
			`La copia se hizo, pero no se puede leer la lista de ${unreadable.join(", ")}, que ya no sirve: borrá esa carpeta. Hasta entonces no se borra ninguna imagen vieja.`,
		);
	}
	if (missing.length === 0) return;
	throw new CommandError(
		`La copia se hizo, pero sin ${imagesText(missing.length)} (no hay archivo en UPLOADS_DIR ni en otra copia): ${missing.slice(0, 5).join(", ")}. Mirá npm run data -- check`,
	);
}

async function list(input: CommandInput): Promise<void> {
	const from = folderOf(input, "from");
	const { listBackups, readBackupList } = await import("~/features/backups/backup-folder.server");
	const contentOf = (name: string) => {
		try {
			const { images, version } = readBackupList(`${from}/${name}`);
			return { images: images.length, version };
		} catch {
			return { images: null };
		}
	};
	const backups = listBackups(from).map((name) => ({
		name,
		time: new Date(backupTime(name) ?? 0).toISOString(),
		isInFuture: isInFuture(backupTime(name) ?? 0, Date.now()),
		...contentOf(name),
	}));
	if (input.has("json")) return console.log(JSON.stringify(backups, null, "\t"));
	if (backups.length === 0) return console.log(`No hay copias en ${from}.`);
	for (const { name, images, isInFuture } of backups) {
		const state = images === null ? "DAÑADA: no se puede leer su lista" : imagesText(images);
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
