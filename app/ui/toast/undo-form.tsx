import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { rowId } from "./list-row";
import type { ListAnswer } from "./send-from-list";

export interface Undo {
	/** Address of the list, whose action takes back what was done. */
	action: string;
	/** Of what. */
	idFile: string;
	/** Where to afterwards: the place in the list. */
	redirectTo: string;
}

/** "Deshacer" in a message. On a page that is alive the page stays, and the row that is back gets the focus. */
export function UndoForm({ action, idFile, redirectTo }: Undo) {
	const { Form, state, data } = useFetcher<ListAnswer>();
	const isSending = state !== "idle";
	const problem = isSending ? undefined : (data?.unsent ?? data?.failure);
	const isDone = data?.isDone;
	useEffect(() => {
		if (!isDone) return;
		// Once the row is there, another message has taken the place of this one.
		return () => {
			const [, place = rowId(0)] = redirectTo.split("#");
			document.getElementById(place)?.querySelector("a")?.focus();
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
