import { useActionData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { isUnsent } from "./send-form";

/** Says that the form `form` could not be sent, with a button to retry. */
export function UnsentNote({ form }: { form: string }) {
	const data = useActionData<unknown>();
	if (!isUnsent(data) || data.form !== form) return null;
	return (
		<RetryNote>
			<strong>{data.unsent}</strong> Lo que escribiste sigue acá.
		</RetryNote>
	);
}

/** Layout of a note with a button that sends the form again. */
export function RetryNote({ children }: { children: ReactNode }) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<div className="note unsent" role="alert">
			<p>{children}</p>
			<div className="row">
				<button className="btn" type="submit" disabled={isSending}>
					Probar de nuevo
				</button>
			</div>
		</div>
	);
}
