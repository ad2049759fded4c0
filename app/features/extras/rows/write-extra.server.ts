import { termsVersion } from "~/features/agreement/terms-version";
import { db, sqlite, type Trx } from "~/lib/database/db.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { storeRecord } from "~/lib/records/store-record.server";
import { type Extra, type ExtraValues, findExtra, isSame, MAX_EXTRAS, toColumns } from "./extras.server";

/** An entry to store. */
export type NewExtra = ExtraValues & Pick<Extra, "idFile">;

interface Saving {
	/** That of the terms by which the entries' pay was worked out; if they have changed since, it is computed again. */
	termsVersion: string;
	/** Whether the form edits an entry, which it then changes even if only its pay differs. */
	isEdit?: boolean;
	/**
	 * Whether the stored first entry still has the values that the form was loaded with: only then is it changed. By
	 * default, always if the form edits it, otherwise unless it was edited.
	 */
	isPresent?: IsPresent<Extra>;
	now?: number;
}

/**
 * Saves overtime entries, all or none. When a form that adds some is sent again with the same keys, changes the first entry
 * that it has added; the others, if edited since, stay as they are.
 * @returns with the result the keys of the `added` entries, which may be taken back: those that were not stored before. A form
 *   of which all were, because its answer was lost, has added those that nobody has edited; with none of these it is "changed"
 * @throws Error when the disk is full
 */
export async function saveExtras(
	userId: string,
	extras: readonly NewExtra[],
	{
		termsVersion: readBefore,
		isEdit = false,
		isPresent = isEdit ? () => true : isUnedited,
		now = Date.now(),
	}: Saving,
): Promise<SavedExtras> {
	const save = db.transaction().execute(async (trx): Promise<SavedExtras> => {
		let status: "saved" | "changed" = "saved";
		const inserted: string[] = [];
		const repeated: string[] = [];
		for (const [index, extra] of extras.entries()) {
			const saving = { isEdit, isPresent: index === 0 ? isPresent : isUnedited, now };
			const known = await findExtra({ userId, idFile: extra.idFile }, trx);
			const saved = await saveExtra(trx, userId, extra, known, saving);
			if (saved.status === "changed") status = "changed";
			else if (saved.status !== "saved") {
				if (index === 0 || saved.status !== "stale") throw new Unsaved(saved);
			} else if (!known) inserted.push(extra.idFile);
			else if (isUnedited(known)) repeated.push(extra.idFile);
		}
		const added = inserted.length > 0 ? inserted : repeated;
		if (!isEdit && added.length === 0) status = "changed";
		if (termsVersion(sqlite, userId) !== readBefore) {
			const days = extras.map(({ date }) => ({ user_id: userId, first_day: date, last_day: date }));
			await trx.insertInto("marked_stale_pay").values(days).execute();
		}
		return { status, added };
	});
	return save.catch((error: unknown) => {
		if (error instanceof Unsaved) return error.saved;
		throw error;
	});
}

type SavedExtras = SavedRecord<Extra> & { added?: string[] };

/** Takes the transaction back. */
class Unsaved extends Error {
	constructor(readonly saved: SavedRecord<Extra>) {
		super(saved.status);
	}
}

async function saveExtra(
	trx: Trx,
	userId: string,
	extra: NewExtra,
	known: Extra | undefined,
	{ isEdit, isPresent, now }: Omit<Required<Saving>, "termsVersion">,
): Promise<SavedRecord<Extra>> {
	const { idFile } = extra;
	const columns = toColumns(extra);
	return storeRecord<Extra>(
		trx,
		{ user_id: userId, kind: "extras", id: idFile },
		{
			known,
			isEdit,
			isSame: (stored) => !isEdit && isSame(stored, extra),
			isPresent: (stored) => isPresent(stored) || (stored !== undefined && isSame(stored, extra)),
			most: MAX_EXTRAS,
			async write() {
				const edited = { ...columns, edited_at: now };
				await trx
					.insertInto("extras")
					.values({ user_id: userId, id_file: idFile, ...columns, created_at: now, edited_at: null })
					.onConflict((conflict) => conflict.columns(["user_id", "id_file"]).doUpdateSet(edited))
					.execute();
			},
		},
	);
}

function isUnedited(extra: Extra | undefined): boolean {
	return !extra?.editedAt;
}
