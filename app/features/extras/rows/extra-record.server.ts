import * as extraMessages from "~/features/extras/extra-messages";
import { hasRoom, type RecordKind } from "~/lib/records/deleted-records.server";
import { MAX_EXTRAS } from "./extras.server";

export const extraRecord: RecordKind<"extras"> = {
	table: "extras",
	idColumn: "id_file",
	list: "/auth/work-overtime",
	texts: {
		place: "tus extras",
		deleted: extraMessages.extraDeleted,
		notDeleted: extraMessages.extraNotDeleted,
		restored: "La extra volvió a la lista.",
	},
	several: (count) => ({
		deleted: `${count} extras eliminadas.`,
		notDeleted: `No se pudieron eliminar las ${count} extras`,
		restored: `Las ${count} extras volvieron a la lista.`,
	}),
	async findObstacle(trx, { user_id }) {
		return (await hasRoom(trx, "extras", user_id, MAX_EXTRAS)) ? undefined : FULL;
	},
	// The terms may have changed since the deletion.
	async afterRestore(trx, { user_id, date }) {
		await trx.insertInto("marked_stale_pay").values({ user_id, first_day: date, last_day: date }).execute();
	},
};

const FULL = `No se puede deshacer: ya tenés ${MAX_EXTRAS.toLocaleString("es-AR")} extras, que es el máximo.`;
