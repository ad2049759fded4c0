import { json, type SerializeFrom } from "@remix-run/node";
import { whoseShifts } from "~/features/diagrams/own-cycle/diagram-label";
import {
	BEGINNING,
	type DatedStoredRotation,
	deleteHistoryEntry,
	listRotationHistory,
	type StoredRotation,
	updateHistorySince,
} from "~/features/shift/history/rotation-history.server";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { sinceSchema } from "./since-schema";

const LIST = "/my-shift/calendar#historia";
/** Word in a URL that stands for BEGINNING, the start of the entry that also applies to all earlier days. */
const BEGINNING_WORD = "principio";

/** A diagram and crew, with their first day. */
export type HistoryLine = SerializeFrom<typeof toLine>;

/** A user's diagrams and crews, newest first. */
export function historyLines(rotations: readonly DatedStoredRotation[]) {
	return rotations.map((stored, index) => toLine(stored, index === rotations.length - 1)).reverse();
}

/**
 * Finds an entry of the history, the list of a user's diagrams and crews.
 * @param word start date, or BEGINNING_WORD
 * @throws Response 404 when the user has no such entry
 */
export async function requireHistoryEntry(userId: string, word = "") {
	const history = await listRotationHistory(userId);
	const since = toDate(word);
	const index = history.findIndex((entry) => entry.since === since);
	const entry = history[index];
	if (!entry) throw notFound();
	return { ...toLine(entry, index === history.length - 1), version: entryVersion(entry) };
}

/** Hash of a diagram and crew, by which a second request to delete the same entry does not delete the next one. */
function entryVersion({ diagram, crew, cycleStart }: StoredRotation): string {
	return versionOf({ diagram, crew, cycleStart });
}

/**
 * Corrects the date from which a user has had a diagram and crew.
 * @returns the form with its errors
 * @throws Response redirect after saving; 404 for a missing entry
 */
export async function correctHistoryAction(request: Request, userId: string, word = "") {
	const fields = await readFields(request, [...carriedFields, "since"]);
	return saveRecordForm(fields, sinceSchema, {
		toForm: ({ since }: DatedStoredRotation) => ({ since }),
		versionOf: entryVersion,
		async save({ since }, isPresent) {
			const corrected = await updateHistorySince(userId, toDate(word), since, isPresent);
			const isMoved = (entry: DatedStoredRotation) =>
				entry.since === since && entryVersion(entry) === fields.version;
			// Sent twice: the first time it was moved there.
			if (corrected === "gone" && (await listRotationHistory(userId)).some(isMoved))
				return { status: "saved" };
			// With status 200, so that a live page loads whose first day this is now.
			if (typeof corrected === "object")
				return { status: "stale", current: corrected, field: "since", error: REPLACED, code: 200 };
			if (corrected !== "out-of-order") return { status: corrected };
			return { status: "refused", field: "since", error: OUT_OF_ORDER, code: 409 };
		},
		next: ({ since }) => [LIST, { text: `Corregido: desde el ${formatShortDate(since)}.` }],
	});
}

/**
 * Deletes an entry of the history.
 * @param version of the entry that was shown; null for a page without one
 * @returns `failure` (message for the user) for the current entry, which cannot be deleted
 * @throws Response redirect; 404 for a missing entry that no page has shown
 */
export async function deleteHistoryAction(userId: string, word = "", version: string | null) {
	const isShown = (entry: StoredRotation) => version === null || entryVersion(entry) === version;
	const deleted = await deleteHistoryEntry(userId, toDate(word), isShown);
	if (deleted === "gone" && version === null) throw notFound();
	// Sent twice, or from two tabs.
	if (deleted === "gone") throw await redirectWithToast(LIST, { text: GONE, kind: "info" });
	if (deleted === "present") return json({ result: null, failure: IS_PRESENT }, { status: 409 });
	throw await redirectWithToast(LIST, { text: "Diagrama y escuadra de antes eliminados" });
}

function toLine({ since, ...stored }: DatedStoredRotation, isPresent: boolean) {
	const isBeginning = since === BEGINNING;
	const isFixed = isBeginning && isPresent;
	return {
		/** Undefined if they also apply to all earlier days. */
		since: isBeginning ? undefined : since,
		text: nameOf(stored),
		isPresent,
		/** URL of the page that corrects or deletes this line; undefined if it cannot be changed. */
		address: isFixed ? undefined : `/auth/my-days/history/${isBeginning ? BEGINNING_WORD : since}`,
	};
}

function nameOf({ diagram, crew, cycleStart }: StoredRotation): string {
	if (!diagram) return "Sin diagrama";
	return whoseShifts(
		diagram,
		cycleStart ? null : crew,
		cycleStart ? "con tus propios turnos" : "sin escuadra",
	);
}

function toDate(word: string): CivilDate {
	return word === BEGINNING_WORD ? BEGINNING : word;
}

const OUT_OF_ORDER = "Elegí un día después del cambio anterior, antes del siguiente y no más tarde que hoy.";
const REPLACED =
	"Ese día empieza ahora otro diagrama o escuadra, que ves arriba. Si es ese, guardá de nuevo.";
const GONE = "Ese diagrama y escuadra ya no estaba.";
const IS_PRESENT = "Este es tu diagrama de ahora. Para cambiarlo, editá tu perfil.";
