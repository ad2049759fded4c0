/** Finds a backup that is whole, when the one that was asked for is not. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
import { CommandError } from "../errors";
import { checkSource, type DamagedError, otherBackups, requireIntactDatabase } from "./backup-source";
import type { RestoreSource } from "./restore-source";

/**
 * The given backup or, if it cannot be restored, the newest older one of its folder that is whole. Without any, the given
 * one, whose restore then says what is wrong with it: it may be whole, and of a newer version of the program.
 */
export function newestWhole(source: RestoreSource, mayLoseImages: boolean): RestoreSource {
	const backups = [source, ...otherBackups(source).older];
	return backups.find((backup) => isWhole(backup, mayLoseImages)) ?? source;
}

/** The error for the operator of a damaged backup, with the command that goes on. */
export function withWayOut(
	error: DamagedError,
	source: RestoreSource,
	words: readonly string[],
): CommandError {
	if (error.onlyImages)
		return new CommandError(
			`${error.message} Sin las imágenes dañadas: ${restoreWith(source, [...words, "--without-damaged"])}`,
		);
	const { older, newer } = otherBackups(source);
	for (const mayLoseImages of [false, true]) {
		const whole = [...older, ...newer].find((backup) => isWhole(backup, mayLoseImages));
		const more = mayLoseImages ? [...words, "--without-damaged"] : words;
		if (whole)
			return new CommandError(
				`${error.message} La más nueva que está entera es ${whole.name}: ${restoreWith(whole, more)}`,
			);
	}
	const others =
		source.kind === "file"
			? `Cuáles hay: ${operatorCommand("restore -- list")}`
			: `En ${source.tombstones} no hay otra que esté entera: traé una de otra máquina.`;
	return new CommandError(`${error.message} ${others}`);
}

function restoreWith(source: RestoreSource, words: readonly string[]): string {
	const from = source.kind === "file" ? source.database : join(source.tombstones, source.name);
	return operatorCommand(restoreWords(from, ...new Set(words)));
}

function isWhole(backup: RestoreSource, mayLoseImages: boolean): boolean {
	try {
		checkSource(backup, mayLoseImages);
		const copy = new SQLite(backup.database, { readonly: true });
		try {
			requireIntactDatabase(copy, backup);
		} finally {
			copy.close();
		}
		return true;
	} catch (error) {
		if (error instanceof CommandError || error instanceof SQLite.SqliteError) return false;
		throw error;
	}
}
