/** `npm run restore -- …`: replaces the server's data by a backup, while the server is stopped. */

import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { findBackup } from "./operator/backup-source";
import { type CommandInput, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { operatorPath } from "./operator/input-file";
import { count } from "./operator/output";
import { restoreBackup } from "./operator/restore-backup";

await runProgram({
	name: "restore",
	title: "Pone una copia de seguridad en el lugar de los datos.",
	commands: [
		{
			name: "",
			parameters: [],
			options: {
				from: {
					value: "CARPETA",
					help: "una copia, o la carpeta de las copias: la más nueva",
					isRequired: true,
				},
				replace: { help: "aunque ya haya datos, que quedan guardados al lado" },
				"without-damaged": { help: "sin las imágenes de la copia que falten o estén dañadas" },
				json: { help: "como JSON" },
			},
			summary: "Restaura una copia, con el servidor parado.",
			details: `Primero la revisa entera. Después borra otra vez las cuentas que se eliminaron desde que se hizo, y cierra todas
las sesiones, enlaces, códigos, correos que esperaban y direcciones de calendarios: todos tienen que volver a ingresar.

Ejemplo: npm run restore -- --from db/data/backups`,
			usesDatabase: false,
			run: restore,
		},
	],
});

async function restore(input: CommandInput): Promise<void> {
	const source = findBackup(operatorPath(input.required("from")));
	const releaseLock = takeLock();
	try {
		const restored = await restoreBackup(source, {
			mayReplace: input.has("replace"),
			mayLoseImages: input.has("without-damaged"),
		});
		if (input.has("json"))
			return console.log(JSON.stringify({ backup: source.name, ...restored }, null, "\t"));
		const { people, documents, extras, images, erased, lost } = restored;
		console.log(
			`Copia ${source.name} restaurada: ${count(people, "cuenta", "cuentas")}, ${count(documents, "documento", "documentos")}, ${count(extras, "extra", "extras")}, ${count(images, "imagen", "imágenes")}.`,
		);
		if (erased > 0)
			console.log(
				`Eliminadas después de la copia, y borradas otra vez: ${count(erased, "cuenta", "cuentas")}.`,
			);
		if (lost > 0)
			console.log(
				`Imágenes que faltaban o estaban dañadas en la copia: ${lost}. Cuáles: npm run data -- check`,
			);
		const asides = [restored.aside, restored.imagesAside].filter((path) => path !== undefined);
		if (asides.length > 0)
			console.log(`Lo que había quedó en ${asides.join(" y ")}: borralo cuando ya no haga falta.`);
		console.log("Todos tienen que volver a ingresar. Ahora: npm start");
	} finally {
		releaseLock();
	}
}

function takeLock(): () => void {
	try {
		return takeServerLock(env.DATABASE_PATH, 0);
	} catch (error) {
		if (!(error instanceof LockedError)) throw error;
		throw new CommandError(
			"El servidor está andando con esa base de datos: paralo y probá de nuevo. No se tocó nada.",
		);
	}
}
