import { type OwnDay, ownDayName, rangeText } from "~/features/shift/own-day";
import type { Deletion } from "~/ui/deletion/delete-dialog";

/** Texts of the dialog that confirms the deletion of own days. */
export function deletionOf(ownDay: OwnDay): Deletion {
	return {
		idFile: ownDay.id,
		question: "¿Querés eliminar estos días?",
		what: `${ownDayName(ownDay)}, ${rangeText(ownDay)}`,
		consequence: "En tu calendario vuelve a aparecer tu turno.",
	};
}
