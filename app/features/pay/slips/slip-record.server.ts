import { PAY } from "~/features/pay/pay-addresses";
import type { RecordKind } from "~/lib/records/deleted-records.server";
import { listSlips, MAX_SLIPS } from "./slips.server";

export const slipRecord: RecordKind<"slips"> = {
	table: "slips",
	idColumn: "period_start",
	list: PAY,
	texts: {
		place: "tus recibos",
		deleted: "Recibo eliminado",
		notDeleted: "No se pudo eliminar el recibo",
		restored: "El recibo volvió a la lista.",
	},
	async findObstacle(trx, { user_id, period_start, period_end }) {
		const slips = await listSlips(user_id, trx);
		if (slips.some(({ start, end }) => start <= period_end && end >= period_start)) return TAKEN;
		return slips.length < MAX_SLIPS ? undefined : FULL;
	},
};

const TAKEN = "No se puede deshacer: otro recibo ya tiene alguno de esos días.";
const FULL = `No se puede deshacer: llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos.`;
