import type { FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useIsAlive } from "~/ui/use-is-alive";
import type { FormField } from "./use-form";

interface ErrorSummaryProps {
	form: FormMetadata;
	fields: Record<string, FormField>;
}

/**
 * Everything that is wrong with a form, on top of it, each error with a way to its field. It has the focus, unless a field
 * that is wrong has it, and the title says that there is an error.
 */
export function ErrorSummary({ form, fields }: ErrorSummaryProps) {
	const errors = Object.entries(form.allErrors).filter(([, texts]) => texts.length > 0);
	const box = useRef<HTMLDivElement>(null);
	const isAlive = useIsAlive();
	const wasAlive = useRef(isAlive);
	const isShown = errors.length > 0;
	useEffect(() => {
		if (!isShown) return;
		document.title = MARK + document.title.replace(MARK, "");
		const { activeElement } = document;
		// Whoever has begun to type while the page came alive goes on typing.
		const isFree = wasAlive.current || activeElement === document.body;
		if (isFree && !activeElement?.hasAttribute("aria-invalid")) box.current?.focus();
		return () => {
			document.title = document.title.replace(MARK, "");
		};
	}, [isShown]);
	if (!isShown) return null;
	return (
		<div className="error-summary" role="alert" tabIndex={-1} ref={box}>
			<h2>Hay un problema</h2>
			<ul>
				{errors.map(([name, texts]) => {
					const field = name ? fields[name] : undefined;
					return <li key={name}>{field ? <a href={`#${field.id}`}>{texts[0]}</a> : texts.join(" ")}</li>;
				})}
			</ul>
		</div>
	);
}

/** As the server writes it before the title of a form that it has refused. */
const MARK = "Error: ";
