import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import {
	createContext,
	type MouseEvent,
	type ReactNode,
	useContext,
	useEffect,
	useRef,
	useState,
} from "react";
import * as messages from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { useIsSlow } from "~/ui/navigation-progress";
import type { ListResult } from "~/ui/toast/send-from-list";
import { opensElsewhere } from "~/ui/use-link-click";
import { focusRow } from "./focus-row";

/** Texts of the dialog or page that asks the user to confirm a deletion. */
export interface Deletion {
	idFile: string;
	question: string;
	/** Name of the record to delete. */
	what: string;
	/** Further effect of the deletion, of which the dialog warns. */
	consequence?: string;
}

interface PendingDeletion extends Deletion {
	/** The row to delete. */
	row: HTMLElement | null;
	backTo: string;
}

const AskContext = createContext<((pending: PendingDeletion) => void) | undefined>(undefined);

interface DeletableListProps {
	/** Address of the list page. Its action deletes a row. */
	action: string;
	children: ReactNode;
}

/** Lists whose rows can be deleted. On a hydrated page a dialog asks for confirmation. */
export function DeletableList({ action, children }: DeletableListProps) {
	const [pending, setPending] = useState<PendingDeletion>();
	return (
		<AskContext.Provider value={setPending}>
			{children}
			{pending && <DeleteDialog pending={pending} action={action} onEnd={() => setPending(undefined)} />}
		</AskContext.Provider>
	);
}

interface DeleteLinkProps {
	deletion: Deletion;
	/** Address of the page that asks for confirmation, for browsers without dialogs. */
	page: string;
	/** Address to open after a deletion on the confirmation page. */
	backTo: string;
	label: string;
}

/**
 * The delete link in a list row. The link opens the delete dialog. In another tab, or in a browser without dialogs,
 * the link opens the confirmation page.
 */
export function DeleteLink({ deletion, page, backTo, label }: DeleteLinkProps) {
	const ask = useDeletion();
	return (
		<Link
			className="button"
			to={confirmationAddress(page, backTo)}
			aria-label={label}
			onClick={(event) => ask(event, deletion, backTo)}
		>
			<Icon name="trash" /> Eliminar
		</Link>
	);
}

/** Address of the page that asks for confirmation and afterwards leads to `backTo`. */
export function confirmationAddress(page: string, backTo: string): string {
	return `${page}?intent=delete&redirectTo=${encodeURIComponent(backTo)}`;
}

/**
 * Makes the click handler of a delete link in a `DeletableList`: the link opens the delete dialog if the browser has
 * dialogs.
 */
export function useDeletion() {
	const ask = useContext(AskContext);
	return (event: MouseEvent<HTMLAnchorElement>, deletion: Deletion, backTo: string) => {
		if (!ask || typeof HTMLDialogElement === "undefined" || opensElsewhere(event)) return;
		event.preventDefault();
		ask({ ...deletion, backTo, row: event.currentTarget.closest("li") });
	};
}

interface DeleteDialogProps {
	pending: PendingDeletion;
	action: string;
	onEnd: () => void;
}

function DeleteDialog({ pending, action, onEnd }: DeleteDialogProps) {
	const { Form, state, data } = useFetcher<ListResult>();
	const list = useLoaderData();
	const dialog = useRef<HTMLDialogElement>(null);
	const accept = useRef<HTMLButtonElement>(null);
	const cancel = useRef<HTMLButtonElement>(null);
	const isSending = state !== "idle";
	const isSlow = useIsSlow(isSending);
	const isDone = !isSending && data?.isDone;
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);

	useEffect(() => {
		dialog.current?.showModal();
		// Focuses the cancel button, so that pressing Enter without reading deletes nothing.
		cancel.current?.focus();
	}, []);
	useEffect(() => {
		if (!problem) return;
		// When the deletion fails after the user has closed the dialog, the dialog opens again to show the problem.
		if (!dialog.current?.open) dialog.current?.showModal();
		accept.current?.focus();
	}, [problem]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a changed list may no longer contain the row.
	useEffect(() => {
		// On a slow device the deletion may be done before React has rendered the list without the row.
		if (!isDone || pending.row?.isConnected) return;
		const isElsewhere = !dialog.current?.open && document.activeElement !== document.body;
		dialog.current?.close();
		if (!isElsewhere) focusRow(pending.row?.id ?? "");
		onEnd();
	}, [isDone, pending, onEnd, list]);

	return (
		<dialog
			ref={dialog}
			className="message error"
			role="alertdialog"
			aria-labelledby="confirm-title"
			aria-describedby="confirm-text"
			onClose={() => {
				if (!isSending && !isDone) onEnd();
			}}
		>
			<h2 id="confirm-title">{messages.confirmation}</h2>
			<p id="confirm-text">{pending.question}</p>
			<p className="note">{pending.what}</p>
			{pending.consequence && <p>{pending.consequence}</p>}
			<Form className="confirm" method="post" action={action}>
				<input type="hidden" name="intent" value="delete" />
				<input type="hidden" name="idFile" value={pending.idFile} />
				<input type="hidden" name="redirectTo" value={pending.backTo} />
				<p className="error" role="alert">
					{problem}
				</p>
				<button ref={accept} className="button main final" type="submit" disabled={isSending}>
					{problem ? "Probar de nuevo" : "Aceptar"}
				</button>
				<button ref={cancel} className="button" type="button" onClick={() => dialog.current?.close()}>
					Cancelar
				</button>
			</Form>
			<div role="status">{isSlow && <div className="wait">Enviando…</div>}</div>
		</dialog>
	);
}
