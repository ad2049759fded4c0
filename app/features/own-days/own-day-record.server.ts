import type { OwnDaysTable } from "db/schema";
import { markDaysChanged } from "~/features/shift/history/changed-days.server";
import type { Trx } from "~/lib/database/db.server";
import { hasRoom, type RecordKind } from "~/lib/records/deleted-records.server";
import { findOverlap, MAX_OWN_DAYS } from "./own-days.server";

export const ownDayRecord: RecordKind<"own_days"> = {
	table: "own_days",
	idColumn: "id",
	list: "/auth/my-days",
	texts: {
		place: "tus días",
		deleted: "Eliminado de tus días",
		notDeleted: "No se pudo eliminar de tus días",
		restored: "Volvió a tus días.",
	},
	async findObstacle(trx, { user_id: userId, id, first_day: firstDay, last_day: lastDay }) {
		if (await findOverlap(trx, { userId, id }, { firstDay, lastDay })) return TAKEN;
		return (await hasRoom(trx, "own_days", userId, MAX_OWN_DAYS)) ? undefined : FULL;
	},
	beforeDelete: markChanged,
	afterRestore: markChanged,
};

function markChanged(trx: Trx, row: OwnDaysTable, now: number): Promise<void> {
	return markDaysChanged(trx, row.user_id, { first: row.first_day, last: row.last_day }, now);
}

const TAKEN = "No se puede deshacer: alguno de esos días ya tiene otra cosa anotada.";
const FULL = `No se puede deshacer: llegaste a ${MAX_OWN_DAYS.toLocaleString("es-AR")} días o períodos anotados.`;
