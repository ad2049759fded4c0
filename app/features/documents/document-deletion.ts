import type { Deletion } from "~/ui/deletion/delete-dialog";
import * as documentMessages from "./document-messages";

export function deletionOf({ idFile, title }: { idFile: string; title: string }): Deletion {
	return {
		idFile,
		question: documentMessages.deleteDocument,
		what: title,
		consequence: "Se borra con todas sus fotos.",
	};
}
