import { useFetcher, useLoaderData } from "@remix-run/react";
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
import { linkOf, opensElsewhere } from "~/ui/clicked-link";
import { Opener } from "~/ui/forms/opener";
import { useIsSlow } from "~/ui/navigation-progress";
import { focusRow } from "~/ui/toast/list-row";
import type { ListResult } from "~/ui/toast/send-from-list";

/** Texts of the dialog or page that asks the user to confirm a deletion. */
export interface Deletion {
	idFile: string;
	question: string;
	what: string;
	consequence?: string;
}

interface PendingDeletion extends Deletion {
	/** HTML id of the list row to delete. */
	row: string;
	backTo: string;
}

const AskContext = createContext<((pending: PendingDeletion) => void) | undefined>(undefined);

interface DeletableListProps {
	/** URL of the list page, whose action deletes a row. */
	action: string;
	children: ReactNode;
}

/** Contains lists whose rows can be deleted. On a hydrated page, a dialog first asks for confirmation. */
export function DeletableList({ action, children }: DeletableListProps) {
	const [pending, setPending] = useState<PendingDeletion>();
	return (
		<AskContext.Provider value={setPending}>
			{children}
			{pending && (
				<DeleteDialog
					// Another row has a dialog of its own, also while a deletion is on its way.
					key={pending.idFile}
					pending={pending}
					action={action}
					onEnd={() => setPending(undefined)}
				/>
			)}
		</AskContext.Provider>
	);
}

/**
 * Click handler of a delete link in a `DeletableList`: opens the dialog. The link itself leads to the confirmation page, for
 * another tab and for browsers without dialogs.
 */
export function useDeletion() {
	const ask = useContext(AskContext);
	return (event: MouseEvent, deletion: Deletion, backTo: string) => {
		if (!ask || typeof HTMLDialogElement === "undefined" || opensElsewhere(event)) return;
		event.preventDefault();
		ask({ ...deletion, backTo, row: linkOf(event)?.closest("li")?.id ?? "" });
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
	const [askedFrom] = useState(list);
	const dialog = useRef<HTMLDialogElement>(null);
	const accept = useRef<HTMLButtonElement>(null);
	const cancel = useRef<HTMLButtonElement>(null);
	const isSending = state !== "idle";
	const isSlow = useIsSlow(isSending);
	const isDone = !isSending && data?.isDone;
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);

	useEffect(() => {
		// Each press is a new `pending`, also on a row whose dialog was closed while its deletion is on its way.
		if (pending && !dialog.current?.open) dialog.current?.showModal();
		// Focuses the cancel button, so that Enter pressed without reading deletes nothing.
		cancel.current?.focus();
	}, [pending]);
	useEffect(() => {
		if (!problem) return;
		// Opens a closed dialog again to show why the deletion failed.
		if (!dialog.current?.open) dialog.current?.showModal();
		accept.current?.focus();
	}, [problem]);
	useEffect(() => {
		// Waits until React has rendered the reloaded list: on a slow device this happens some time after the deletion.
		if (!isDone || list === askedFrom) return;
		const isElsewhere = !dialog.current?.open && document.activeElement !== document.body;
		dialog.current?.close();
		if (!isElsewhere) focusRow(pending.row);
		onEnd();
	}, [isDone, pending, onEnd, list, askedFrom]);

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
			<Form className="stack" method="post" action={action}>
				<input type="hidden" name="intent" value="delete" />
				<input type="hidden" name="idFile" value={pending.idFile} />
				<input type="hidden" name="redirectTo" value={pending.backTo} />
				<Opener />
				<p className="error" role="alert">
					{problem}
				</p>
				<button ref={accept} className="btn main wide final" type="submit" disabled={isSending}>
					{problem ? "Probar de nuevo" : "Aceptar"}
				</button>
				<button ref={cancel} className="btn wide" type="button" onClick={() => dialog.current?.close()}>
					Cancelar
				</button>
			</Form>
			<div role="status">{isSlow && <div className="wait">Enviando…</div>}</div>
		</dialog>
	);
}
