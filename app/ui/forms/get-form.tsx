import { Form, useSubmit } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";

interface GetFormProps {
	/** Address of the page that the form requests. */
	action: string;
	className?: string;
	/** Whether the scroll position stays when the form is sent. */
	preventScrollReset?: boolean;
	onSend?: () => void;
	children: ReactNode;
}

/**
 * A form whose non-blank fields become the query string. Without script the browser sends blank fields too, and the
 * server redirects to the same address without them.
 */
export function GetForm({ action, className, preventScrollReset, onSend, children }: GetFormProps) {
	const submit = useSubmit();
	const send = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const query = new URLSearchParams();
		for (const [name, value] of new FormData(event.currentTarget))
			if (typeof value === "string" && value.trim() !== "") query.append(name, value);
		onSend?.();
		submit(query, { method: "get", action, preventScrollReset });
	};
	return (
		<Form className={className} method="get" action={action} onSubmit={send}>
			{children}
		</Form>
	);
}
