import { SubmitButton } from "./submit-button";

interface ConfirmDeleteFormProps {
	/** Address of the form that deletes. */
	action: string;
	/** Where to afterwards, and with "Cancelar". */
	redirectTo: string;
}

/** The two buttons of a page that asks before something is deleted. */
export function ConfirmDeleteForm({ action, redirectTo }: ConfirmDeleteFormProps) {
	return (
		<form className="row" method="post" action={action}>
			<input type="hidden" name="redirectTo" value={redirectTo} />
			<SubmitButton intent="delete" isFinal>
				Aceptar
			</SubmitButton>
			<a className="button" href={redirectTo}>
				Cancelar
			</a>
		</form>
	);
}
