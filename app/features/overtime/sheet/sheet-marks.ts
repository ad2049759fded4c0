import type { SheetExtra } from "./sheet-rows";

/**
 * A sign beside values of the sheet that the diagram proposed, that the worker typed or that may still change. The
 * sheet explains the sign below its table.
 */
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

/** Marks of 50 % and 100 % hours. The first mark that applies is shown. */
const rateMarks = [ownSplitMark, reviewMark];

/** The sign beside an entry's 50 % and 100 % hours; "" if no mark applies. */
export function rateSign(extra: SheetExtra): string {
	return rateMarks.find(({ applies }) => applies(extra))?.sign ?? "";
}

/** Returns the marks that apply to at least one entry. */
export function marksOn(extras: readonly SheetExtra[]): Mark[] {
	return [startMark, ...rateMarks].filter(({ applies }) => extras.some(applies));
}
