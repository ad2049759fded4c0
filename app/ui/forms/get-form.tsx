import { Form, useSubmit } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";

interface GetFormProps {
	action: string;
	className?: string;
	onSend?: () => void;
	children: ReactNode;
}

/**
 * A form whose non-blank fields become the query string. Without script the browser also sends blank fields, and the
 * server redirects to the URL without blank fields.
 */
export function GetForm({ action, className, onSend, children }: GetFormProps) {
	const submit = useSubmit();
	const send = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const query = new URLSearchParams();
		for (const [name, value] of new FormData(event.currentTarget))
			if (typeof value === "string" && value.trim() !== "") query.append(name, value);
		onSend?.();
		submit(query, { method: "get", action });
	};
	return (
		<Form className={className} method="get" action={action} onSubmit={send}>
			{children}
		</Form>
	);
}
