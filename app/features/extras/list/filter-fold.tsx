import { type ReactNode, useEffect, useRef, useState } from "react";
import { shiftLetters, shiftNames } from "~/features/diagrams/cycle";
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
	typed?: string;
	error?: string;
	/** Shift letters to choose from, besides the typed one. Without them, the field is a date. */
	shifts?: readonly string[];
}

/** A field of the filter with its error message. */
export function FilterField({ name, typed = "", error, shifts }: FilterFieldProps) {
	const control = {
		id: name,
		name,
		autoComplete: "off",
		"aria-invalid": error ? true : undefined,
		"aria-describedby": `${name}-error`,
	};
	return (
		<div className="field">
			<label htmlFor={name}>{filterLabels[name]}</label>
			{shifts ? (
				<select {...control} defaultValue={typed}>
					{Array.from(new Set(["", ...shifts, typed]), (shift) => (
						<option key={shift} value={shift}>
							{shiftOption(shift)}
						</option>
					))}
				</select>
			) : (
				// A date field cannot show an invalid date, and the browser would log a warning.
				<input {...control} type="date" defaultValue={parseCivilDate(typed) ? typed : undefined} />
			)}
			<p className="error" id={`${name}-error`}>
				{error}
			</p>
		</div>
	);
}

/** Names a shift: "M, mañana", or only the letter if it is a plant's own. */
function shiftOption(shift: string): string {
	const letter = shiftLetters.find((each) => each === shift);
	return letter ? `${letter}, ${shiftNames[letter].toLowerCase()}` : shift || "Todos";
}
