import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { shiftLetters, shiftNames } from "~/features/diagrams/cycle";
import { parseCivilDate } from "~/lib/time/civil-date";
import { PlainField } from "~/ui/forms/plain-field";
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

/** The first and the last day of the filter with their error messages. */
export function FilterDates({ typed, errors }: Pick<ReadFilter, "typed" | "errors">) {
	return (["start", "end"] as const).map((name) => (
		<PlainField
			key={name}
			name={name}
			label={filterLabels[name]}
			type="date"
			problem={errors[name]}
			// A date field cannot show an invalid date, and the browser would log a warning.
			value={parseCivilDate(typed[name] ?? "")}
			isOptional
		/>
	));
}

interface ShiftChipsProps {
	shifts: readonly string[];
	/** What is chosen or was typed into the address; "" for all shifts. */
	chosen: string;
	error?: string;
}

/** The shift of the filter with its error message. */
export function ShiftChips({ shifts, chosen, error }: ShiftChipsProps) {
	return (
		<div
			className="field"
			role="radiogroup"
			aria-label={filterLabels.shift}
			aria-invalid={error ? true : undefined}
			aria-describedby={error && "shift-error"}
		>
			<strong>{filterLabels.shift}</strong>
			<div className="chips">
				{Array.from(new Set(["", ...shifts, chosen]), (shift) => (
					<Fragment key={shift}>
						<input
							id={`shift-${shift}`}
							type="radio"
							name="shift"
							value={shift}
							defaultChecked={shift === chosen}
							aria-label={spokenShift(shift)}
						/>
						<label htmlFor={`shift-${shift}`}>{shift || "Todos"}</label>
					</Fragment>
				))}
			</div>
			{error && (
				<p className="error" id="shift-error">
					{error}
				</p>
			)}
		</div>
	);
}

/** Names a shift: "M, mañana"; undefined for a plant's own letter. */
function spokenShift(shift: string): string | undefined {
	const letter = shiftLetters.find((each) => each === shift);
	return letter && `${letter}, ${shiftNames[letter].toLowerCase()}`;
}
