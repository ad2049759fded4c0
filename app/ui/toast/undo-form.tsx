import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { focusTargetIn, rowId } from "./list-row";
import type { ListResult } from "./send-from-list";

export interface Undo {
	action: string;
	idFile: string;
	/** URL of the list with the id of the restored row, opened after the undo. */
	redirectTo: string;
}

/** The undo button of a toast. A hydrated page stays open, and the restored row gets the focus. */
export function UndoForm({ action, idFile, redirectTo }: Undo) {
	const { Form, state, data } = useFetcher<ListResult>();
	const isSending = state !== "idle";
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);
	const isDone = data?.isDone;
	useEffect(() => {
		if (!isDone) return;
		// The toast that reports the successful undo replaces this toast and its form. Then the restored row gets the focus.
		return () => {
			const [, place = rowId(0)] = redirectTo.split("#");
			focusTargetIn(document.getElementById(place))?.focus();
		};
	}, [isDone, redirectTo]);
	return (
		<Form method="post" action={action}>
			<input type="hidden" name="idFile" value={idFile} />
			<input type="hidden" name="redirectTo" value={redirectTo} />
			{problem && <p role="alert">{problem}</p>}
			<button type="submit" className="button" name="intent" value="undo" disabled={isSending}>
				{problem ? "Probar de nuevo" : "Deshacer"}
			</button>
		</Form>
	);
}
