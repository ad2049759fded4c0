import { findCorners } from "./find-corners";
import type { Corners, Pixels } from "./pixels";
import { sharpen } from "./sharpen";
import { straighten } from "./straighten";

/** What is done to a photo. The photo itself stays, so that each step can be taken back. */
export interface Steps {
	/** Corners of the part that is kept; without them the whole photo is. */
	corners?: Corners;
	/** Quarters by which the photo is turned clockwise. */
	turns: number;
	/** Whether the page is shown in grey, evenly lit. */
	isSharp: boolean;
}

/** Work for the worker: without steps it looks for the corners of a sheet. */
export interface PaperJob {
	picture: Pixels;
	steps?: Steps;
}

export interface PaperResult {
	made?: Pixels;
	corners?: Corners;
}

const WHOLE: Corners = [
	{ x: 0, y: 0 },
	{ x: 1, y: 0 },
	{ x: 1, y: 1 },
	{ x: 0, y: 1 },
];

/** Does a job at once. The worker runs this function, and the page where there is no worker. */
export function workOn({ picture, steps }: PaperJob): PaperResult {
	if (!steps) return { corners: findCorners(picture) };
	const straight = straighten(picture, steps.corners ?? WHOLE, steps.turns);
	return { made: steps.isSharp ? sharpen(straight) : straight };
}
