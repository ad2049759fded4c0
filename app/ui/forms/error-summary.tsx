import { useEffect, useRef } from "react";
import { fieldEmpty } from "~/lib/messages";
import { useIsAlive } from "~/ui/use-is-alive";
import type { Form } from "./use-form";

interface ErrorSummaryProps {
	form: Form;
	/** Labels by field name. The message about an empty field needs one here: it names no field. */
	labels?: Readonly<Record<string, string>>;
}

/**
 * Lists a form's errors with links to the fields. Takes the focus unless an invalid field has it, and puts "Error: "
 * before the document title.
 */
export function ErrorSummary({ form: { meta, fields, names }, labels }: ErrorSummaryProps) {
	// In the order of the fields: what is checked last may concern the first.
	const inOrder = { ...Object.fromEntries(names.map((name) => [name, []])), ...meta.allErrors };
	const errors = Object.entries(inOrder).filter(([, texts]) => texts.length > 0);
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
					const label = texts[0] === fieldEmpty && labels?.[name];
					const text = label ? `${label}: ${texts[0]}` : texts[0];
					return <li key={name}>{field ? <a href={`#${field.id}`}>{text}</a> : texts.join(" ")}</li>;
				})}
			</ul>
		</div>
	);
}

/** Prefix of the document title of a page with errors. The server adds the same prefix. */
const ERROR_PREFIX = "Error: ";
