import { formatShortDate } from "~/lib/civil-date";
import { messages } from "~/lib/messages";
import { ConfirmDeleteForm } from "~/ui/confirm-delete-form";
import { ToastMessage } from "~/ui/toast-message";

interface DeleteExtraProps {
	extra: { idFile: string; date: string; shift: string };
	/** Where to afterwards, and with "Cancelar". */
	redirectTo: string;
	/** Text of the dialog that says that it was tried in vain. */
	failure?: string;
}

/** Asks before an extra is deleted. With script the list asks in a dialog: see app/browser/confirm-delete.ts. */
export function DeleteExtra({ extra, redirectTo, failure }: DeleteExtraProps) {
	return (
		<div className="narrow">
			{failure && <ToastMessage title={messages.error} text={failure} kind="error" asDialog />}
			<h1>{messages.confirmation}</h1>
			<p className="lead">{messages.deleteExtra}</p>
			<p className="note">
				Extra del {formatShortDate(extra.date)}, turno {extra.shift}
			</p>
			<ConfirmDeleteForm action={`/auth/edit-work-overtime/${extra.idFile}`} redirectTo={redirectTo} />
		</div>
	);
}
