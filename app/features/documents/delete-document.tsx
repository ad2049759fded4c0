import { messages } from "~/lib/messages";
import { ConfirmDeleteForm } from "~/ui/confirm-delete-form";
import { ToastMessage } from "~/ui/toast-message";

export const DELETES_ALL = "Se borra con todas sus fotos, para siempre.";

interface DeleteDocumentProps {
	document: { idFile: string; title: string };
	/** Where to afterwards, and with "Cancelar". */
	redirectTo: string;
	/** Whether it was tried, in vain. */
	hasFailed?: boolean;
}

/** Asks before a document is deleted. With script the list asks in a dialog: see app/browser/confirm-delete.ts. */
export function DeleteDocument({ document, redirectTo, hasFailed }: DeleteDocumentProps) {
	return (
		<div className="narrow">
			{hasFailed && (
				<ToastMessage title={messages.error} text={messages.documentNotDeleted} kind="error" asDialog />
			)}
			<h1>{messages.confirmation}</h1>
			<p className="lead">{messages.deleteDocument}</p>
			<p className="note">{document.title}</p>
			<p>{DELETES_ALL}</p>
			<ConfirmDeleteForm action={`/auth/view-document/${document.idFile}`} redirectTo={redirectTo} />
		</div>
	);
}
