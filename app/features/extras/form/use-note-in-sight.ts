import { useActionData } from "@remix-run/react";
import { useEffect } from "react";
import { isUnsent } from "~/ui/forms/send-form";

/** Scrolls to the note that the form could not be sent, which the floating submit button would hide. */
export function useNoteInSight(): void {
	const data = useActionData<unknown>();
	useEffect(() => {
		if (isUnsent(data)) document.querySelector(".unsent")?.scrollIntoView({ block: "nearest" });
	}, [data]);
}
