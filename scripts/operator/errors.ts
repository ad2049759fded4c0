import { isDiskFull } from "~/lib/database/disk.server";
import { codeOf } from "~/lib/files/error-code";
import { MissingFolderError } from "~/lib/files/make-folder.server";
import { operatorCommand, shellWord } from "~/lib/files/operator-command.server";

/** Thrown for an error that the operator can correct. The Spanish message says what to do. */
export class CommandError extends Error {}

/** Message for the operator. Undefined for a bug in the program, whose stack is shown. */
export function explain(error: unknown): string | undefined {
	if (error instanceof CommandError) return error.message;
	if (!(error instanceof Error && "code" in error)) return undefined;
	const code = String(error.code);
	const path = "path" in error ? String(error.path) : undefined;
	if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
		return "La base de datos está ocupada: probá de nuevo en unos segundos. No se cambió nada.";
	}
	if (isDiskFull(error)) {
		return "No queda lugar en el disco: liberá espacio y probá de nuevo. No se cambió nada.";
	}
	if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) {
		return `El archivo de DATABASE_PATH no es una base de datos sana (${code}): revisá el ajuste; si está bien, restaurá una copia de seguridad: ${operatorCommand("backup -- list")}`;
	}
	if (/^(SQLITE_(READONLY|CANTOPEN|PERM)|EACCES$|EPERM$)/.test(code)) {
		return `No hay permiso para usar ${path ?? "la base de datos"} (${code}): tiene que ser del usuario del servidor, y también el comando.`;
	}
	if (error instanceof MissingFolderError) {
		return `No existe la carpeta ${error.path}: revisá la ruta, y que su disco esté montado. Si está bien: mkdir -p ${shellWord(error.path)}`;
	}
	if (code === "EROFS" || (code === "ENOENT" && "syscall" in error && error.syscall === "mkdir")) {
		// Node reports ENOENT when a folder cannot be created on a read-only disk.
		return `No se puede escribir en ${path} (${code}): el disco es de solo lectura, o no está montado.`;
	}
	if (code === "ENOTDIR" || code === "EEXIST") {
		return `Hace falta una carpeta y no la hay en ${path} (${code}): revisá la opción o los ajustes.`;
	}
	// Any other error of the operating system, with the failed call and the path.
	return "syscall" in error
		? `El sistema no dejó usar ${path ?? "un archivo"} (${String(error.syscall)}: ${code}): revisá el disco y los ajustes.`
		: undefined;
}

/**
 * Does the rest of a change whose first part is stored, so that an error must not say that nothing was changed.
 * @param left what is stored, and what is left for the server, which does it at its start and every hour
 */
export async function finish<Result>(left: string, work: () => Promise<Result>): Promise<Result> {
	return work().catch((error: unknown) => {
		if (!explain(error)) throw error;
		throw new CommandError(`${left} (${codeOf(error)}): el servidor lo hace al arrancar y cada hora.`);
	});
}

/**
 * Returns an unexpected error's stack, and a last line that describes the error. When a backup fails, the server logs
 * only this last line.
 */
export function describeDefect(error: unknown): string {
	const { stack, message } = error instanceof Error ? error : new Error(String(error));
	return `${stack}\nFalla del programa: ${message.replaceAll("\n", " ")}`;
}
