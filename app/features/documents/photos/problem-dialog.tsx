import { useEffect, useRef } from "react";
import * as messages from "~/lib/messages";
import { Icon } from "~/ui/icons";

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
