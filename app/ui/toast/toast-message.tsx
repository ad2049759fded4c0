import { useEffect, useRef } from "react";
import { Icon } from "~/ui/icons";
import { type Undo, UndoForm } from "./undo-form";

export interface ToastData {
	title?: string;
	text: string;
	/** "success" unless said otherwise. */
	kind?: "success" | "info" | "error";
	/** What takes back what was done. */
	undo?: Undo;
	/** Stands over the page until "Aceptar" is pressed. */
	asDialog?: boolean;
	/** A dialog that goes by itself after 2 seconds, as section 9 of the specification has it. */
	brief?: boolean;
}

interface MessageProps extends ToastData {
	/** What it is about: the same words about another answer are said again. */
	answer?: unknown;
}

const icons = { success: "check", info: "info", error: "alert" } as const;

/**
 * The message that an action leaves for the next page: in the corner of the window for 5 seconds, longer while it is
 * touched, pointed at or has the focus. One that can take something back stays for as long as that works, or until it
 * is closed.
 */
export function ToastMessage({ undo, asDialog, ...message }: MessageProps) {
	if (asDialog) return <MessageDialog {...message} />;
	const { title, text, kind = "success" } = message;
	const said = (
		<>
			<Icon name={icons[kind]} />
			<div role={kind === "error" ? "alert" : undefined}>
				{title && <strong>{title}</strong>}
				<p>{text}</p>
			</div>
		</>
	);
	if (!undo) return <div className={`toast ${kind}`}>{said}</div>;
	return (
		<dialog open className={`toast lasting ${kind}`} aria-label={text}>
			{said}
			<UndoForm {...undo} />
			<CloseForm>Cerrar</CloseForm>
		</dialog>
	);
}

/**
 * Over the page, of which nothing else can be reached once it is alive, but for one that goes by itself; where a browser knows
 * no dialogs a box on top of the page, which needs no closing.
 */
function MessageDialog({ title, text, kind = "success", brief, answer }: MessageProps) {
	const place = useRef<HTMLDialogElement>(null);
	const told = useRef<{ answer: unknown }>();
	useEffect(() => {
		const dialog = place.current;
		// It may have been closed before the page was alive.
		const isDone = told.current ? told.current.answer === answer : !dialog?.open;
		told.current = { answer };
		if (!dialog?.showModal || brief || isDone) return;
		dialog.close();
		dialog.showModal();
	}, [answer, brief]);
	return (
		<dialog
			ref={place}
			open
			className={brief ? `message brief ${kind}` : `message ${kind}`}
			role="alertdialog"
			aria-labelledby="aviso"
		>
			<Icon name={icons[kind]} />
			{title && <h2 id="aviso">{title}</h2>}
			<p id={title ? undefined : "aviso"}>{text}</p>
			<CloseForm isMain>Aceptar</CloseForm>
		</dialog>
	);
}

/** Closes the dialog around it without script; shown only where the browser knows that. */
function CloseForm({ children, isMain }: { children: string; isMain?: boolean }) {
	return (
		<form className="close" method="dialog">
			<button type="submit" className={isMain ? "button main" : "button"}>
				{children}
			</button>
		</form>
	);
}
