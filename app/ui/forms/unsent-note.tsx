import { useActionData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { isUnsent } from "./send-form";

/** Says that the form with the id `form` could not be sent, and offers a button to retry. */
export function UnsentNote({ form }: { form: string }) {
	const data = useActionData<unknown>();
	if (!isUnsent(data) || data.form !== form) return null;
	return (
		<RetryNote>
			<strong>{data.unsent}</strong> Lo que escribiste sigue acá.
		</RetryNote>
	);
}

/** The layout of a note in a form: the given text and a button that sends the form again. */
export function RetryNote({ children }: { children: ReactNode }) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<div className="note unsent" role="alert">
			<p>{children}</p>
			<div className="row">
				<button className="button" type="submit" disabled={isSending}>
					Probar de nuevo
				</button>
			</div>
		</div>
	);
}
