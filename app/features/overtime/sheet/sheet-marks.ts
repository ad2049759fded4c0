import type { SheetExtra } from "./sheet-rows";

/** A sign beside uncertain values on the sheet, with an explanation below the table. */
interface Mark {
	sign: string;
	applies: (extra: SheetExtra) => boolean;
	explanation: string;
}

export const startMark: Mark = {
	sign: "*",
	applies: ({ isStartProposed }) => isStartProposed,
	explanation: "Entrada y salida según el diagrama de turnos.",
};

const ownSplitMark: Mark = {
	sign: "**",
	applies: ({ hasOwnSplit }) => hasOwnSplit,
	explanation: "Horas al 50 % y al 100 % según el trabajador.",
};

const reviewMark: Mark = {
	sign: "?",
	applies: ({ needsReview, hasOwnSplit }) => needsReview && !hasOwnSplit,
	explanation: "Falta la hora de entrada: las horas al 50 % y al 100 % pueden cambiar.",
};

/** The marks for uncertain hours at 50 % and 100 %. */
const rateMarks = [ownSplitMark, reviewMark];

/** The sign beside the hours of an overtime entry at 50 % and 100 %; "" if the hours are certain. */
export function rateSign(extra: SheetExtra): string {
	return rateMarks.find(({ applies }) => applies(extra))?.sign ?? "";
}

/** The marks that apply to at least one of the overtime entries. */
export function marksOn(extras: readonly SheetExtra[]): Mark[] {
	return [startMark, ...rateMarks].filter(({ applies }) => extras.some(applies));
}
