import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { DateRange } from "~/features/profile/pay-period";
import { formatShortDate, parseCivilDate } from "~/lib/time/civil-date";
import { GetForm } from "~/ui/forms/get-form";
import { Icon } from "~/ui/icons";
import { useIsAlive } from "~/ui/use-is-alive";
import { type ExtrasFilter, filterAddress, type ReadFilter } from "./filter";

interface FilterFormProps extends ReadFilter {
	/** Date ranges, such as the current month, that the page shows as named links. */
	ranges: readonly (DateRange & { name: string })[];
	onSend: () => void;
}

const labels = { start: "Desde", end: "Hasta", shift: "Turno", review: "Para revisar" } as const;

/**
 * The filter panel above the list of overtime entries, collapsed to one line. The address of a filtered list
 * contains no user, so each user who opens the address sees their own entries.
 */
export function FilterForm({ filter, typed, errors, ranges, onSend }: FilterFormProps) {
	const panel = useRef<HTMLDetailsElement>(null);
	// Focuses an invalid filter field only after a navigation within the app. After a page load, the user begins at
	// the top of the page.
	const [isAnswer] = useState(useIsAlive());
	useEffect(() => {
		if (isAnswer) panel.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isAnswer]);
	return (
		<details ref={panel} className="card fold filter" open={Object.keys(errors).length > 0}>
			<summary>Filtrar</summary>
			<p className="row">
				{ranges.map(({ name, start, end }) => (
					<Link
						key={name}
						className="button"
						to={filterAddress({ start, end, shift: filter.shift })}
						aria-current={filter.start === start && filter.end === end ? "true" : undefined}
					>
						{name}
					</Link>
				))}
			</p>
			<GetForm action="/auth/work-overtime" onSend={onSend}>
				<FilterField name="start" type="date" typed={typed.start} error={errors.start} />
				<FilterField name="end" type="date" typed={typed.end} error={errors.end} />
				<FilterField name="shift" type="text" typed={typed.shift} error={errors.shift} />
				<p className="row">
					<button className="button main" type="submit">
						Aplicar
					</button>
					<Link className="button" to="/auth/work-overtime">
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

/** The active filters of the list, each with a link that removes the filter. */
export function ActiveFilters({ filter }: { filter: ExtrasFilter }) {
	const active = (["start", "end", "shift", "review"] as const).filter((name) => filter[name] !== undefined);
	if (active.length === 0) return null;
	return (
		<ul className="chips active" aria-label="Filtros aplicados">
			{active.map((name) => {
				const value = filter[name] ?? "";
				const text = name === "shift" ? value : formatShortDate(value);
				const shown = name === "review" ? labels[name] : `${labels[name]} ${text}`;
				return (
					<li key={name}>
						<Link to={filterAddress({ ...filter, [name]: undefined })} aria-label={`${shown}: quitar`}>
							{shown} <Icon name="close" /> quitar
						</Link>
					</li>
				);
			})}
		</ul>
	);
}
