import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { focusRow } from "./focus-row";
import { rowId } from "./list-row";
import type { ListResult } from "./send-from-list";

export interface Undo {
	/** What takes the change back: "undo" (default) restores a deleted row, "delete" deletes an added row. */
	intent?: "undo" | "delete";
	action: string;
	idFile: string;
	/** URL of the list with the id of the row that gets the focus, opened after the undo. */
	redirectTo: string;
}

/** The undo button of a toast. A hydrated page stays open, and the restored row, or a deleted row's next, gets the focus. */
export function UndoForm({ intent = "undo", action, idFile, redirectTo }: Undo) {
	const { Form, state, data } = useFetcher<ListResult>();
	const isSending = state !== "idle";
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);
	const isDone = data?.isDone;
	useEffect(() => {
		if (!isDone) return;
		// The toast that reports the successful undo replaces this toast and its form. Then the row gets the focus.
		return () => {
			const [, place = rowId(0)] = redirectTo.split("#");
			focusRow(place);
		};
	}, [isDone, redirectTo]);
	return (
		<Form method="post" action={action}>
			<input type="hidden" name="idFile" value={idFile} />
			<input type="hidden" name="redirectTo" value={redirectTo} />
			{problem && <p role="alert">{problem}</p>}
			<button type="submit" className="btn" name="intent" value={intent} disabled={isSending}>
				{problem ? "Probar de nuevo" : "Deshacer"}
			</button>
		</Form>
	);
}
