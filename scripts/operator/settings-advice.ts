/** Finds misspelt settings. */
import { settingNames } from "~/lib/env.server";

/** Settings of fewer characters, such as PORT, resemble too many variables of other programs. */
const MIN_COMPARED = 6;
/** Number of characters from which a setting may differ in two of them. */
const MIN_LONG = 9;

type Variables = Readonly<Record<string, string | undefined>>;

/** Lines in Spanish about variables whose names are nearly those of settings, which would silently keep their defaults. */
export function misspeltSettings(variables: Variables): string[] {
	const given = Object.keys(variables).filter((name) => variables[name]?.trim());
	return given.flatMap((name) => {
		const meant = settingNames.includes(name) ? undefined : settingNames.find((known) => isNear(name, known));
		return meant === undefined ? [] : [`Ajuste desconocido ${name}, que no se usa: ¿es ${meant}?`];
	});
}

function isNear(name: string, setting: string): boolean {
	if (setting.length < MIN_COMPARED) return false;
	const most = setting.length < MIN_LONG ? 1 : 2;
	return Math.abs(name.length - setting.length) <= most && distanceOf(name, setting) <= most;
}

/** Number of characters to insert, remove or replace to make one text of the other. */
function distanceOf(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (const [index, character] of Array.from(one).entries()) {
		const next = [index + 1];
		for (let at = 0; at < other.length; at++) {
			const replaced = (row[at] ?? 0) + (character === other[at] ? 0 : 1);
			next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
