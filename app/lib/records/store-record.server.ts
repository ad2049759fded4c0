import type { Trx } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { type DeletedId, wasDeletedMeanwhile } from "./deleted-ids.server";
import { hasRoom } from "./deleted-records.server";
import type { IsPresent, SavedRecord } from "./save-record-form.server";

interface Storing<Row, Refused> {
	/** The stored record with this key, if there is one. */
	known: Row | undefined;
	/** Whether the form edits a stored record. If not, it adds one, and a form that is sent again changes what it added. */
	isEdit?: boolean;
	/** Whether nothing has to be written, because the stored record has the same values. */
	isSame(known: Row): boolean;
	isPresent: IsPresent<Row>;
	/** Maximum number of the user's records. */
	most: number;
	/** Why the values cannot be stored, besides what is common to all records. */
	refuse?(): Promise<Refused | undefined>;
	/** Adds the record, or changes the known one. */
	write(): Promise<Refused | undefined>;
}

/**
 * Stores a record in the transaction that has read the known one.
 * @throws Error when the disk has no room for another record
 */
export async function storeRecord<Row, Refused = never>(
	trx: Trx,
	key: DeletedId,
	{ known, isEdit = false, isSame, isPresent, most, refuse, write }: Storing<Row, Refused>,
): Promise<SavedRecord<Row> | Refused> {
	if (known === undefined) {
		if (isEdit) return { status: "gone" };
		requireRoomForMore();
		if (!isPresent(undefined) || (await wasDeletedMeanwhile(trx, key))) return { status: "deleted" };
	} else {
		if (isSame(known)) return { status: "saved" };
		if (!isPresent(known)) return { status: "stale", current: known };
	}
	const refusal = await refuse?.();
	if (refusal) return refusal;
	if (known === undefined && !(await hasRoom(trx, key.kind, key.user_id, most))) return { status: "full" };
	return (await write()) ?? { status: known === undefined || isEdit ? "saved" : "changed" };
}
