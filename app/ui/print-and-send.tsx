import type { ReactNode } from "react";
import { plainSpaces } from "~/lib/no-break";
import { Icon } from "~/ui/icons";
import { useIsAlive } from "~/ui/use-is-alive";

interface PrintAndSendProps {
	summary: string;
	/** Whether the panel with the text to send is open. */
	isSharing?: boolean;
	children?: ReactNode;
}

/** Buttons to print a page and to send its text. Without script, "Imprimir" explains how to print. */
export function PrintAndSend({ summary, isSharing, children }: PrintAndSendProps) {
	return (
		<div className="row sheet-actions">
			<PrintButton />
			<details open={isSharing}>
				<summary className="btn">
					<Icon name="share" /> Compartir
				</summary>
				<Message text={summary} />
			</details>
			{children}
		</div>
	);
}

/** Prints the page. Without script, explains how. */
export function PrintButton() {
	const name = (
		<>
			<Icon name="printer" /> Imprimir
		</>
	);
	if (useIsAlive()) {
		return (
			<button className="btn" type="button" onClick={() => window.print()}>
				{name}
			</button>
		);
	}
	return (
		<details>
			<summary className="btn">{name}</summary>
			<p>
				En el teléfono: en el menú del navegador (⋮) tocá «Compartir» y después «Imprimir», que también la
				guarda como PDF. En la computadora: Ctrl y P.
			</p>
		</details>
	);
}

function Message({ text }: { text: string }) {
	const isAlive = useIsAlive();
	return (
		<>
			<p className="field">
				<label htmlFor="summary">Resumen para mandar</label>
				<textarea id="summary" readOnly rows={8} defaultValue={text} key={text} />
			</p>
			<p className="row">
				<a
					className="btn main"
					href={`https://wa.me/?text=${encodeURIComponent(plainSpaces(text))}`}
					rel="noreferrer"
				>
					Mandar por WhatsApp
				</a>
				{isAlive && "share" in navigator && (
					<button className="btn" type="button" onClick={() => send(text)}>
						Mandar con otra aplicación
					</button>
				)}
			</p>
		</>
	);
}

/**
 * Opens the device's panel for sharing a text. When the user closes the panel, the promise rejects, which is no error.
 */
function send(text: string): void {
	navigator.share({ text }).catch(() => {});
}
