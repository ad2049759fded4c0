import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DateRange } from "~/features/profile/pay-period";
import { formatShortDate, parseCivilDate } from "~/lib/time/civil-date";
import { GetForm } from "~/ui/forms/get-form";
import { Icon } from "~/ui/icons";
import { useIsAlive } from "~/ui/use-is-alive";
import { type ExtrasFilter, filterAddress, type ReadFilter } from "./filter";

interface FilterBarProps extends ReadFilter {
	/** Date ranges, such as the current month, that the page shows as named links. */
	ranges: readonly NamedRange[];
	onSend: () => void;
}

type NamedRange = DateRange & { name: string };

const LIST = "/auth/work-overtime";
const labels = { start: "Desde", end: "Hasta", shift: "Turno", review: "Para revisar" } as const;

/**
 * One line above the list of overtime entries: without a filter the quick ranges, with a filter its parts, and the fold
 * that contains the form. The address of a filtered list contains no user, so each user who opens the address sees their
 * own entries.
 */
export function FilterBar({ ranges, onSend, ...read }: FilterBarProps) {
	const { filter, typed } = read;
	// The location key changes with every navigation. As the `key` of the fold, the location key makes React replace
	// the form, which then shows the filter of the new address.
	const { key } = useLocation();
	const isFiltered = Object.keys(typed).length > 0;
	return (
		<div className="filter-bar">
			{isFiltered ? (
				<ul className="chips" aria-label="Filtros aplicados">
					{partsOf(filter, ranges).map(({ name, without }) => (
						<li key={name}>
							<Link to={filterAddress({ ...filter, ...without })} aria-label={`${name}: quitar`}>
								{name} <Icon name="close" />
							</Link>
						</li>
					))}
				</ul>
			) : (
				<RangeChips ranges={ranges} filter={filter} />
			)}
			<FilterFold key={key} {...read} onSend={onSend}>
				{isFiltered && <RangeChips ranges={ranges} filter={filter} />}
			</FilterFold>
		</div>
	);
}

/** The active parts of the filter, each with the fields to empty so that it no longer applies. */
function partsOf(
	filter: ExtrasFilter,
	ranges: readonly NamedRange[],
): { name: string; without: ExtrasFilter }[] {
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

function RangeChips({ ranges, filter }: { ranges: readonly NamedRange[]; filter: ExtrasFilter }) {
	return (
		<ul className="chips" aria-label="Fechas">
			{ranges.map(({ name, start, end }) => (
				<li key={name}>
					<Link
						to={filterAddress({ start, end, shift: filter.shift })}
						aria-current={filter.start === start && filter.end === end ? "true" : undefined}
					>
						{name}
					</Link>
				</li>
			))}
		</ul>
	);
}

interface FilterFoldProps extends ReadFilter {
	onSend: () => void;
	children: ReactNode;
}

/** The form of the filter, folded to one line unless a field is invalid. */
function FilterFold({ typed, errors, onSend, children }: FilterFoldProps) {
	const panel = useRef<HTMLDetailsElement>(null);
	// Focuses an invalid filter field only after a navigation within the app. After a page load, the user begins at
	// the top of the page.
	const [isAnswer] = useState(useIsAlive());
	useEffect(() => {
		if (isAnswer) panel.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isAnswer]);
	return (
		<details ref={panel} className="filter" open={Object.keys(errors).length > 0}>
			<summary className="button">{Object.keys(typed).length > 0 ? "Cambiar filtro" : "Filtrar"}</summary>
			{children}
			<GetForm action={LIST} onSend={onSend}>
				<FilterField name="start" type="date" typed={typed.start} error={errors.start} />
				<FilterField name="end" type="date" typed={typed.end} error={errors.end} />
				<FilterField name="shift" type="text" typed={typed.shift} error={errors.shift} />
				<p className="row">
					<button className="button main" type="submit">
						Aplicar
					</button>
					<Link className="button" to={LIST}>
						Limpiar
					</Link>
				</p>
			</GetForm>
		</details>
	);
}

interface FilterFieldProps {
	name: Exclude<keyof typeof labels, "review">;
	type: "date" | "text";
	typed?: string;
	error?: string;
}

function FilterField({ name, type, typed, error }: FilterFieldProps) {
	return (
		<div className="field">
			<label htmlFor={name}>{labels[name]}</label>
			<input
				id={name}
				name={name}
				type={type}
				// A date field gets no invalid date, because browsers ignore an invalid date and log a warning.
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
