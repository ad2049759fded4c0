import { Form, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import * as messages from "~/lib/messages";
import { SubmitButton } from "~/ui/forms/submit-button";
import type { ListResult } from "~/ui/toast/send-from-list";
import { FailureDialog } from "~/ui/toast/toast-message";
import type { Deletion } from "./delete-dialog";

interface ConfirmDeleteProps {
	deletion: Deletion;
	action: string;
	/** URL to open after the deletion or its cancellation. */
	redirectTo: string;
	/** `Opener`, for what another person may have under the same key. */
	children?: ReactNode;
}

/** Content of a page that asks for confirmation of a deletion, where the delete dialog cannot open. */
export function ConfirmDelete({ deletion, action, redirectTo, children }: ConfirmDeleteProps) {
	const { question, what, consequence } = deletion;
	const { failure, unsent } = useActionData<ListResult>() ?? {};
	return (
		<div className="narrow">
			{failure && <FailureDialog text={failure} />}
			<h1>{messages.confirmation}</h1>
			<p className="lead">{question}</p>
			<p className="note">{what}</p>
			{consequence && <p>{consequence}</p>}
			<p className="error" role="alert">
				{unsent}
			</p>
			<Form className="row" method="post" action={action}>
				<input type="hidden" name="redirectTo" value={redirectTo} />
				{children}
				<SubmitButton intent="delete" isFinal>
					{unsent ? "Probar de nuevo" : "Aceptar"}
				</SubmitButton>
				<a className="btn" href={redirectTo}>
					Cancelar
				</a>
			</Form>
		</div>
	);
}
