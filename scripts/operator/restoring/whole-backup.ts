/** Finds a backup that is whole, when the one that was asked for is not. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
import { CommandError } from "../errors";
import { checkSource, DamagedError, otherBackups, requireIntactDatabase } from "./backup-source";
import type { RestoreSource } from "./restore-source";

/**
 * The given backup or, if it is damaged, the newest older one of its folder that is not. Without any, the given one, whose
 * restore then says what is wrong with it. One of a newer version of the program is not passed over in silence: it has what
 * older ones lack, and its restore says which program it needs.
 */
export function newestWhole(source: RestoreSource, mayLoseImages: boolean): RestoreSource {
	const backups = [source, ...otherBackups(source).older];
	return backups.find((backup) => stateOf(backup, mayLoseImages) !== "damaged") ?? source;
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
		const whole = [...older, ...newer].find((backup) => stateOf(backup, mayLoseImages) === "whole");
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

function stateOf(backup: RestoreSource, mayLoseImages: boolean): "whole" | "damaged" | "of a newer program" {
	try {
		checkSource(backup, mayLoseImages);
		const copy = new SQLite(backup.database, { readonly: true });
		try {
			requireIntactDatabase(copy, backup);
		} finally {
			copy.close();
		}
		return "whole";
	} catch (error) {
		if (error instanceof DamagedError || error instanceof SQLite.SqliteError) return "damaged";
		if (error instanceof CommandError) return "of a newer program";
		throw error;
	}
}
