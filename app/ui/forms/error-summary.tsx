import type { FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useIsAlive } from "~/ui/use-is-alive";
import type { FormField } from "./use-form";

/**
 * Lists a form's errors with links to the fields. Takes the focus unless an invalid field has it, and puts "Error: "
 * before the document title.
 */
export function ErrorSummary({ form, fields }: { form: FormMetadata; fields: Record<string, FormField> }) {
	const errors = Object.entries(form.allErrors).filter(([, texts]) => texts.length > 0);
	const box = useRef<HTMLDivElement>(null);
	const isAlive = useIsAlive();
	const wasAlive = useRef(isAlive);
	const isShown = errors.length > 0;
	useEffect(() => {
		if (!isShown) return;
		document.title = ERROR_PREFIX + document.title.replace(ERROR_PREFIX, "");
		const { activeElement } = document;
		// A user who began to type before hydration keeps the focus.
		const isFree = wasAlive.current || activeElement === document.body;
		if (isFree && !activeElement?.closest("[aria-invalid]")) box.current?.focus();
		return () => {
			document.title = document.title.replace(ERROR_PREFIX, "");
		};
	}, [isShown]);
	if (!isShown) return null;
	return (
		// biome-ignore lint/a11y/noAutofocus: without script nothing else leads to what has to be put right
		<div className="error-summary" role="alert" tabIndex={-1} autoFocus ref={box}>
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

/** Prefix of the document title of a page with errors. The server adds the same prefix. */
const ERROR_PREFIX = "Error: ";
