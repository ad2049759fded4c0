import * as messages from "~/lib/messages";
import { formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";

/** Texts of the dialog that confirms the deletion of an overtime entry. */
export function deletionOf({
	idFile,
	date,
	shift,
	hours,
}: {
	idFile: string;
	date: string;
	shift: string;
	/** Hours as the list shows them, such as "8 h" or "4,5 h". */
	hours: string;
}): Deletion {
	return {
		idFile,
		question: messages.deleteExtra,
		what: `Extra de ${hours} del ${formatShortDate(date)}, turno ${shift}`,
	};
}
