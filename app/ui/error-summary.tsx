import type { FormMetadata } from "@conform-to/react";
import type { FormField } from "./use-form";

interface ErrorSummaryProps {
	form: FormMetadata;
	fields: Record<string, FormField>;
}

/** Everything that is wrong with a form, on top of it, each error with a way to its field. */
export function ErrorSummary({ form, fields }: ErrorSummaryProps) {
	const errors = Object.entries(form.allErrors).filter(([, texts]) => texts.length > 0);
	if (errors.length === 0) return null;
	return (
		<div className="error-summary" role="alert" tabIndex={-1}>
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
