import { useEffect, useRef } from "react";
import { Icon } from "~/ui/icons";
import { type Undo, UndoForm } from "./undo-form";

export interface ToastData {
	title?: string;
	text: string;
	/** "success" by default. */
	kind?: "success" | "info" | "error";
	/** How to undo what was done. */
	undo?: Undo;
	/** A dialog over the page, until "Aceptar" is pressed. */
	asDialog?: boolean;
	/** A dialog that closes by itself after 2 seconds. */
	brief?: boolean;
}

interface MessageProps extends ToastData {
	/** The action data that it is about: with other data the dialog opens again. */
	answer?: unknown;
}

const icons = { success: "check", info: "info", error: "alert" } as const;

/**
 * The toast that an action leaves for the next page, shown for 5 seconds, or longer while it is touched, hovered or
 * focused. One with "Deshacer" stays for as long as undoing works, or until it is closed.
 */
export function ToastMessage({ undo, asDialog, ...message }: MessageProps) {
	if (asDialog) return <MessageDialog {...message} />;
	const { title, text, kind = "success" } = message;
	const content = (
		<>
			<Icon name={icons[kind]} />
			<div role={kind === "error" ? "alert" : undefined}>
				{title && <strong>{title}</strong>}
				<p>{text}</p>
			</div>
		</>
	);
	if (!undo) return <div className={`toast ${kind}`}>{content}</div>;
	return (
		<dialog open className={`toast lasting ${kind}`} aria-label={text}>
			{content}
			<UndoForm {...undo} />
			<CloseForm>Cerrar</CloseForm>
		</dialog>
	);
}

/** A modal dialog once the page is hydrated, unless `brief`; a box on top of the page in browsers without dialogs. */
function MessageDialog({ title, text, kind = "success", brief, answer }: MessageProps) {
	const place = useRef<HTMLDialogElement>(null);
	const opened = useRef<{ answer: unknown }>();
	useEffect(() => {
		const dialog = place.current;
		// The user may have closed it before hydration.
		const isDone = opened.current ? opened.current.answer === answer : !dialog?.open;
		opened.current = { answer };
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

/** Closes the dialog around it without script; hidden in browsers without dialogs. */
function CloseForm({ children, isMain }: { children: string; isMain?: boolean }) {
	return (
		<form className="close" method="dialog">
			<button type="submit" className={isMain ? "button main" : "button"}>
				{children}
			</button>
		</form>
	);
}
