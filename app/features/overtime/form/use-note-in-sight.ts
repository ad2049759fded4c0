import { useActionData } from "@remix-run/react";
import { useEffect } from "react";
import { isUnsent } from "~/ui/forms/send-form";

/** If the form could not be sent, scrolls to the note about it, because the floating button would hide the note. */
export function useNoteInSight(): void {
	const data = useActionData<unknown>();
	useEffect(() => {
		if (isUnsent(data)) document.querySelector(".unsent")?.scrollIntoView({ block: "nearest" });
	}, [data]);
}
