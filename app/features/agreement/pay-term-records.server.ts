import type { RecordKind } from "~/lib/records/deleted-records.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { listAgreements, listHourValues, MAX_CHANGES } from "./agreements.server";

const LIST = "/auth/my-pay/settings";

export const hourValueRecord: RecordKind<"hour_values"> = {
	table: "hour_values",
	idColumn: "since",
	list: LIST,
	undoAddress: (since) => `${LIST}/hour-value/${since}`,
	texts: {
		place: "tu convenio",
		deleted: "Valor eliminado",
		notDeleted: "No se pudo eliminar el valor de la hora",
		restored: "El valor volvió a la lista.",
	},
	async findObstacle(trx, { user_id, since }) {
		return obstacleAmong(await listHourValues(user_id, trx), since);
	},
};

export const agreementRecord: RecordKind<"agreements"> = {
	table: "agreements",
	idColumn: "since",
	list: LIST,
	undoAddress: (since) => `${LIST}/rates/${since}`,
	texts: {
		place: "tu convenio",
		deleted: "Convenio eliminado",
		notDeleted: "No se pudo eliminar el convenio",
		restored: "El convenio volvió a la lista.",
	},
	async findObstacle(trx, { user_id, since }) {
		return obstacleAmong(await listAgreements(user_id, trx), since);
	},
};

function obstacleAmong(rows: readonly { since: CivilDate }[], since: CivilDate): string | undefined {
	if (rows.some((row) => row.since === since)) return TAKEN;
	return rows.length < MAX_CHANGES ? undefined : FULL;
}

const TAKEN = "No se puede deshacer: ya tenés otro que empieza ese día.";
const FULL = `No se puede deshacer: llegaste a ${MAX_CHANGES} cambios.`;
