import { type OwnDay, ownDayName, rangeText } from "~/features/shift/own-day";
import type { Deletion } from "~/ui/deletion/delete-dialog";

export function deletionOf(ownDay: OwnDay): Deletion {
	return {
		idFile: ownDay.id,
		question: "¿Querés eliminar estos días?",
		what: `${ownDayName(ownDay)}, ${rangeText(ownDay)}`,
		consequence: "En tu calendario vuelve a aparecer tu turno.",
	};
}
