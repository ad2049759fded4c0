import { Form, useSubmit } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";

interface GetFormProps {
	/** The page that is asked for. */
	action: string;
	className?: string;
	/** Whether the page keeps its place. */
	preventScrollReset?: boolean;
	onSend?: () => void;
	children: ReactNode;
}

/** A form whose fields are an address. Its blank ones stay out of it: without script it is the server that sees to that. */
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
