import { Link, useFetcher } from "@remix-run/react";
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
import type { ListAnswer } from "~/ui/toast/send-from-list";
import { focusRow } from "./focus-row";

/** What a person is asked before something is deleted, in a dialog of the list or on a page of its own. */
export interface Deletion {
	idFile: string;
	question: string;
	/** What would be deleted. */
	what: string;
	/** What that means. */
	consequence?: string;
}

interface Asked extends Deletion {
	/** Where the row is in its list. */
	list: Element | null;
	index: number;
	backTo: string;
}

const Ask = createContext<((asked: Asked) => void) | undefined>(undefined);

interface DeletableListProps {
	/** Address of the list, whose action deletes a row. */
	action: string;
	/** Its rows. */
	children: ReactNode;
}

/** A list that asks in a dialog, once it is alive, before one of its rows is deleted. */
export function DeletableList({ action, children }: DeletableListProps) {
	const [asked, setAsked] = useState<Asked>();
	return (
		<Ask.Provider value={setAsked}>
			<ul className="cards">{children}</ul>
			{asked && <DeleteDialog asked={asked} action={action} onEnd={() => setAsked(undefined)} />}
		</Ask.Provider>
	);
}

interface DeleteLinkProps {
	deletion: Deletion;
	/** Address of the thing, whose page asks where there is no dialog. */
	page: string;
	/** Where to after it was deleted, or not, from that page. */
	backTo: string;
	label: string;
}

/** "Eliminar" in a row. Without dialogs, or in another tab, it leads to the page that asks. */
export function DeleteLink({ deletion, page, backTo, label }: DeleteLinkProps) {
	const ask = useContext(Ask);
	const open = (event: MouseEvent<HTMLAnchorElement>) => {
		const { ctrlKey, metaKey, shiftKey, altKey } = event;
		if (!ask || typeof HTMLDialogElement === "undefined") return;
		if (ctrlKey || metaKey || shiftKey || altKey) return;
		event.preventDefault();
		const row = event.currentTarget.closest("li");
		const list = row?.parentElement ?? null;
		ask({ ...deletion, backTo, list, index: row && list ? Array.from(list.children).indexOf(row) : -1 });
	};
	return (
		<Link
			className="button"
			to={`${page}?intent=delete&redirectTo=${encodeURIComponent(backTo)}`}
			aria-label={label}
			onClick={open}
		>
			<Icon name="trash" /> Eliminar
		</Link>
	);
}

interface DeleteDialogProps {
	asked: Asked;
	action: string;
	onEnd: () => void;
}

function DeleteDialog({ asked, action, onEnd }: DeleteDialogProps) {
	const { Form, state, data } = useFetcher<ListAnswer>();
	const dialog = useRef<HTMLDialogElement>(null);
	const accept = useRef<HTMLButtonElement>(null);
	const cancel = useRef<HTMLButtonElement>(null);
	const isSending = state !== "idle";
	const isSlow = useIsSlow(isSending);
	const isDone = !isSending && data?.isDone;
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);

	useEffect(() => {
		dialog.current?.showModal();
		// Who presses Enter without reading deletes nothing.
		cancel.current?.focus();
	}, []);
	useEffect(() => {
		if (!problem) return;
		// It may have been closed meanwhile.
		if (!dialog.current?.open) dialog.current?.showModal();
		accept.current?.focus();
	}, [problem]);
	useEffect(() => {
		if (!isDone) return;
		const isElsewhere = !dialog.current?.open && document.activeElement !== document.body;
		dialog.current?.close();
		if (!isElsewhere) focusRow(asked.list, asked.index);
		onEnd();
	}, [isDone, asked, onEnd]);

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
			<p id="confirm-text">{asked.question}</p>
			<p className="note">{asked.what}</p>
			{asked.consequence && <p>{asked.consequence}</p>}
			<Form className="confirm" method="post" action={action}>
				<input type="hidden" name="intent" value="delete" />
				<input type="hidden" name="idFile" value={asked.idFile} />
				<input type="hidden" name="redirectTo" value={asked.backTo} />
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
