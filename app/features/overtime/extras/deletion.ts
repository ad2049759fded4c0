import * as messages from "~/lib/messages";
import { formatShortDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";

/** The question before an extra is deleted. */
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
