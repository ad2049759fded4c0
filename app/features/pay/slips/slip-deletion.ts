import { ofPeriod } from "~/features/law/periods-with-slips";
import type { Deletion } from "~/ui/deletion/delete-dialog";
import type { Slip } from "./slip";

export function deletionOf(slip: Pick<Slip, "start" | "end">): Deletion {
	return {
		idFile: slip.start,
		question: "¿Querés eliminar este recibo?",
		what: `Recibo ${ofPeriod(slip)}`,
		consequence: "Se eliminan también sus diferencias. Tus extras quedan como están.",
	};
}
