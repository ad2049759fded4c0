import { useLocation } from "@remix-run/react";
import { Icon } from "./icons";

export interface ToastData {
	title?: string;
	text: string;
	/** "success" unless said otherwise. */
	kind?: "success" | "info" | "error";
	/** Address of the form that takes back what was done. */
	undo?: string;
	/** Stands over the page until "Aceptar" is pressed. */
	asDialog?: boolean;
	/** A dialog that goes by itself after 2 seconds, as section 9 of the specification has it. */
	brief?: boolean;
}

const icons = { success: "check", info: "info", error: "alert" } as const;

/** The message that an action leaves for the next page. It stays: nobody has to read against a clock. */
export function ToastMessage({ title, text, kind = "success", undo, asDialog, brief }: ToastData) {
	if (asDialog) return <MessageDialog title={title} text={text} kind={kind} brief={brief} />;
	return (
		<div className={`toast ${kind}`} role={kind === "error" ? "alert" : "status"}>
			<Icon name={icons[kind]} />
			<div>
				{title && <strong>{title}</strong>}
				<p>{text}</p>
				{undo && <Undo action={undo} />}
			</div>
		</div>
	);
}

/** Comes back to the page that it is on. Without script, closing is asking for the page again. */
function Undo({ action }: { action: string }) {
	const { pathname, search } = useLocation();
	return (
		<form className="row" method="post" action={action}>
			<input type="hidden" name="redirectTo" value={pathname + search} />
			<button type="submit" className="button" name="intent" value="undo">
				Deshacer
			</button>
			<a className="button" href={pathname + search}>
				Cerrar
			</a>
		</form>
	);
}

/** Closes by itself: the browser knows a form whose method is "dialog"; one that does not asks for the page again. */
function MessageDialog({ title, text, kind = "success", brief }: Omit<ToastData, "asDialog">) {
	return (
		<dialog
			open
			className={brief ? `message brief ${kind}` : `message ${kind}`}
			role="alertdialog"
			aria-labelledby="aviso"
		>
			<Icon name={icons[kind]} />
			{title && <h2 id="aviso">{title}</h2>}
			<p id={title ? undefined : "aviso"}>{text}</p>
			<form method="dialog">
				<button type="submit" className="button main">
					Aceptar
				</button>
			</form>
		</dialog>
	);
}
