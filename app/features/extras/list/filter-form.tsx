import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { shiftLetters, shiftNames } from "~/features/diagrams/cycle";
import type { DateRange } from "~/features/law/pay-period";
import { formatShortDate, parseCivilDate } from "~/lib/time/civil-date";
import { GetForm } from "~/ui/forms/get-form";
import { PlainField } from "~/ui/forms/plain-field";
import { Icon } from "~/ui/icons";
import { useIsAlive } from "~/ui/use-is-alive";
import { type ExtrasFilter, filterAddress, type ReadFilter } from "./filter";

interface FilterFormProps extends ReadFilter {
	ranges: readonly NamedRange[];
	/** Shift letters to choose from. */
	shifts: readonly string[];
	onSend: () => void;
}

type NamedRange = DateRange & { name: string };

const LIST = "/auth/work-overtime";
const labels = { start: "Desde", end: "Hasta", shift: "Turno", review: "Para revisar" } as const;

/** The filter, behind a button beside the title: links to common date ranges and a form. Open if a field is invalid. */
export function FilterForm({ filter, typed, errors, onSend, ranges, shifts }: FilterFormProps) {
	// The location key changes with every navigation, so that the form shows the filter of the new URL.
	const { key } = useLocation();
	return (
		<FilterFold key={key} className="pop full filter" errors={errors}>
			<summary className="btn square" aria-label="Filtrar">
				<Icon name="filter" />
			</summary>
			<div>
				<ul className="chips" aria-label="Fechas">
					{ranges.map(({ name, start, end }) => (
						<li key={name}>
							<a
								href={filterAddress({ ...filter, start, end })}
								aria-current={filter.start === start && filter.end === end ? "true" : undefined}
							>
								{name}
							</a>
						</li>
					))}
				</ul>
				<GetForm action={LIST} onSend={onSend}>
					<FilterDates typed={typed} errors={errors} />
					<ShiftChips shifts={shifts} chosen={filter.shift ?? typed.shift ?? ""} error={errors.shift} />
					{filter.review && <input type="hidden" name="review" value={filter.review} />}
					<p className="row">
						<button className="btn" type="submit">
							Aplicar
						</button>
						<a className="btn text" href={LIST}>
							Limpiar
						</a>
					</p>
				</GetForm>
			</div>
		</FilterFold>
	);
}

/** The active parts of the filter, each as a link that removes it. */
export function AppliedFilter({ filter, ranges }: Pick<FilterFormProps, "filter" | "ranges">) {
	const parts = partsOf(filter, ranges);
	if (parts.length === 0) return null;
	return (
		<ul className="chips applied" aria-label="Filtros aplicados">
			{parts.map(({ name, without }) => (
				<li key={name}>
					<a href={filterAddress({ ...filter, ...without })} aria-label={`${name}: quitar`}>
						{name} <Icon name="close" />
					</a>
				</li>
			))}
		</ul>
	);
}

/** Returns the active parts of the filter, each with the fields that its "remove" link clears. */
function partsOf(filter: ExtrasFilter, ranges: readonly NamedRange[]) {
	const { start, end, shift, review } = filter;
	const range = ranges.find((each) => each.start === start && each.end === end);
	const dates = range
		? [{ name: range.name, without: { start: undefined, end: undefined } }]
		: [
				start && { name: `${labels.start} ${formatShortDate(start)}`, without: { start: undefined } },
				end && { name: `${labels.end} ${formatShortDate(end)}`, without: { end: undefined } },
			];
	return [
		...dates,
		shift && { name: `${labels.shift} ${shift}`, without: { shift: undefined } },
		review && { name: labels.review, without: { review: undefined } },
	].filter((part) => part !== undefined && part !== "");
}

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
			label={labels[name]}
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
			aria-label={labels.shift}
			aria-invalid={error ? true : undefined}
			aria-describedby={error && "shift-error"}
		>
			<strong>{labels.shift}</strong>
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
