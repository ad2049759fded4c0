import * as messages from "~/lib/messages";
import { formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";

/** Texts of the dialog that confirms the deletion of an overtime entry. */
export function deletionOf({
	idFile,
	date,
	shift,
}: {
	idFile: string;
	date: string;
	shift: string;
}): Deletion {
	return {
		idFile,
		question: messages.deleteExtra,
		what: `Extra del ${formatShortDate(date)}, turno ${shift}`,
	};
}
