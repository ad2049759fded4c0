import { useEffect, useRef } from "react";
import * as messages from "~/lib/messages";
import { RetryNote } from "~/ui/forms/send-form";
import { Icon } from "~/ui/icons";
import type { Interruption } from "./send-photos";

/** Says why the upload stopped, and with which photo it will continue. */
export function InterruptionNote({
	result: { kind, reason },
	place,
}: Pick<Interruption, "result"> & { place: number }) {
	if (kind === "signed-out")
		return (
			<RetryNote>
				<strong>Tu sesión se cerró.</strong>{" "}
				<a href="/auth/login" target="_blank" rel="noopener noreferrer">
					Ingresá en otra pestaña
				</a>{" "}
				y probá de nuevo: no se pierde nada.
			</RetryNote>
		);
	return (
		<RetryNote>
			<strong>{reason ?? "Se cortó la conexión."}</strong> Se sigue desde la foto {place}: las que ya están no
			se mandan de nuevo.
		</RetryNote>
	);
}

/**
 * Dialog that shows a problem with photos. A script closes the dialog, because a form with method "dialog" cannot be
 * inside another form.
 */
export function ProblemDialog({ text, onClose }: { text: string; onClose: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal?.(), []);
	return (
		<dialog
			ref={dialog}
			className="message error"
			role="alertdialog"
			aria-labelledby="problema"
			aria-describedby="problema-texto"
			onClose={onClose}
		>
			<Icon name="alert" />
			<h2 id="problema">{messages.error}</h2>
			<p id="problema-texto">{text}</p>
			<button type="button" className="btn main" onClick={() => dialog.current?.close()}>
				Aceptar
			</button>
		</dialog>
	);
}
