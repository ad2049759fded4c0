import * as extraMessages from "~/features/extras/extra-messages";
import { formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";

type Shown = Readonly<Record<"idFile" | "date" | "shift" | "hours", string>>;

/**
 * Texts of the dialog that confirms the deletion of an overtime entry.
 * @param hours as the list shows them, such as "8 h" or "4,5 h"
 */
export function deletionOf({ idFile, date, shift, hours }: Shown): Deletion {
	return {
		idFile,
		question: extraMessages.deleteExtra,
		what: `Extra de ${hours} del ${formatShortDate(date)}, turno ${shift}`,
	};
}
