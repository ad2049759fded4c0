import { type ReactNode, useEffect, useRef, useState } from "react";
import { parseCivilDate } from "~/lib/time/civil-date";
import { useIsAlive } from "~/ui/use-is-alive";
import type { ReadFilter } from "./filter";

export const filterLabels = { start: "Desde", end: "Hasta", shift: "Turno", review: "Para revisar" } as const;

interface FilterFoldProps extends Pick<ReadFilter, "errors"> {
	className: string;
	/** Whether the fold is open even if all fields are valid. */
	isOpen?: boolean;
	/** The fold's summary line and form. */
	children: ReactNode;
}

/** A `<details>` element with a filter form, which is open if a field is invalid. */
export function FilterFold({ className, errors, isOpen = false, children }: FilterFoldProps) {
	const panel = useRef<HTMLDetailsElement>(null);
	// Focuses an invalid field only after a navigation within the app, not after a page load.
	const [isAnswer] = useState(useIsAlive());
	useEffect(() => {
		if (isAnswer) panel.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isAnswer]);
	return (
		<details ref={panel} className={className} open={isOpen || Object.keys(errors).length > 0}>
			{children}
		</details>
	);
}

interface FilterFieldProps {
	name: Exclude<keyof typeof filterLabels, "review">;
	type: "date" | "text";
	typed?: string;
	error?: string;
}

/** A field of the filter with its error message. */
export function FilterField({ name, type, typed, error }: FilterFieldProps) {
	return (
		<div className="field">
			<label htmlFor={name}>{filterLabels[name]}</label>
			<input
				id={name}
				name={name}
				type={type}
				// A date field cannot show an invalid date, and the browser would log a warning.
				defaultValue={type === "text" || parseCivilDate(typed ?? "") ? typed : undefined}
				autoCapitalize={type === "text" ? "characters" : undefined}
				autoComplete="off"
				aria-invalid={error ? true : undefined}
				aria-describedby={`${name}-error`}
			/>
			<p className="error" id={`${name}-error`}>
				{error}
			</p>
		</div>
	);
}
