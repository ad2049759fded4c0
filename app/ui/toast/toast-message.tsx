import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Toast } from "~/lib/http/toast.server";
import * as messages from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { focusRow, rowId } from "./list-row";
import type { ListResult } from "./send-from-list";

interface MessageProps extends Toast {
	/** Action data that caused the message. When it changes, the message opens again, even with the same text. */
	answer?: unknown;
	/** Whether a dialog disappears by itself after 2 seconds. */
	brief?: boolean;
}

const icons = { success: "check", info: "info", error: "alert" } as const;

/**
 * A toast: one line at the foot of the next page, for as long as its words take, longer while touched, hovered or
 * focused. With an undo button it stays while undoing is possible. With a title it is a box below the header.
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
	const look = `toast ${kind}${title ? " titled" : ""}`;
	if (!undo) return <div className={`${look}${timeOf(`${title ?? ""} ${text}`)}`}>{content}</div>;
	return (
		<dialog open className={`${look} lasting`} aria-label={text}>
			{content}
			<UndoForm {...undo} />
			<CloseForm>
				<button type="submit" className="btn square" aria-label="Cerrar">
					<Icon name="close" />
				</button>
			</CloseForm>
		</dialog>
	);
}

/** A dialog that says why something could not be done. */
export function FailureDialog(message: Pick<MessageProps, "text" | "brief" | "answer">) {
	return <MessageDialog title={messages.error} kind="error" {...message} />;
}

const MS_A_WORD = 300;

/** Class of a toast whose words take longer to read than the usual 5 seconds. */
function timeOf(said: string): string {
	const seconds = (said.trim().split(/\s+/).length * MS_A_WORD) / 1000;
	if (seconds <= 5) return "";
	return seconds <= 8 ? " for-8" : " for-12";
}

/**
 * Shows a message in a dialog. On a hydrated page the dialog is modal, unless `brief` is true. Browsers without dialogs
 * show a box at the top of the page.
 */
function MessageDialog({ title, text, kind = "success", brief, answer }: MessageProps) {
	const place = useRef<HTMLDialogElement>(null);
	const opened = useRef<{ answer: unknown }>();
	useEffect(() => {
		const dialog = place.current;
		// A dialog that was closed before hydration stays closed.
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
			<CloseForm>
				<button type="submit" className="btn main wide">
					Aceptar
				</button>
			</CloseForm>
		</dialog>
	);
}

/** Closes the surrounding dialog without script. */
function CloseForm({ children }: { children: ReactNode }) {
	return (
		<form className="close" method="dialog">
			{children}
		</form>
	);
}

/** The undo button of a toast. A hydrated page stays open, and the restored row, or a deleted row's next, gets the focus. */
function UndoForm({ intent = "undo", action, idFile, more, redirectTo }: NonNullable<Toast["undo"]>) {
	const { Form, state, data } = useFetcher<ListResult>();
	const isSending = state !== "idle";
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);
	// Noted with the press: a slow phone may render neither the sending nor the answer before the new toast.
	const isSent = useRef(false);
	useEffect(() => {
		if (!data?.isDone) isSent.current = false;
	}, [data]);
	// The toast that reports the successful undo replaces this toast and its form. Then the row gets the focus.
	useEffect(
		() => () => {
			const [, place = rowId(0)] = redirectTo.split("#");
			if (isSent.current) focusRow(place);
		},
		[redirectTo],
	);
	return (
		<Form
			method="post"
			action={action}
			onSubmit={() => {
				isSent.current = true;
			}}
		>
			<input type="hidden" name="idFile" value={idFile} />
			{more && <input type="hidden" name="more" value={more} />}
			<input type="hidden" name="redirectTo" value={redirectTo} />
			{problem && <p role="alert">{problem}</p>}
			<button type="submit" className="btn" name="intent" value={intent} disabled={isSending}>
				{problem ? "Probar de nuevo" : "Deshacer"}
			</button>
		</Form>
	);
}
