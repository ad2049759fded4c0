import { useLocation } from "@remix-run/react";
import type { DateRange } from "~/features/law/pay-period";
import { formatShortDate } from "~/lib/time/civil-date";
import { GetForm } from "~/ui/forms/get-form";
import { Icon } from "~/ui/icons";
import { type ExtrasFilter, filterAddress, type ReadFilter } from "./filter";
import { FilterField, FilterFold, filterLabels as labels } from "./filter-fold";

interface FilterBarProps extends ReadFilter {
	ranges: readonly NamedRange[];
	/** Shift letters to choose from. */
	shifts: readonly string[];
	onSend: () => void;
}

type NamedRange = DateRange & { name: string };

const LIST = "/auth/work-overtime";

/** Line above the list: links to common date ranges, or the active parts of the filter; and the filter form. */
export function FilterBar(props: FilterBarProps) {
	const { ranges, filter, typed } = props;
	// The location key changes with every navigation, so that the form shows the filter of the new URL.
	const { key } = useLocation();
	const isFiltered = Object.keys(typed).length > 0;
	const parts = partsOf(filter, ranges);
	return (
		<div className="filter-bar">
			{!isFiltered && <RangeChips ranges={ranges} filter={filter} />}
			{parts.length > 0 && (
				<ul className="chips" aria-label="Filtros aplicados">
					{parts.map(({ name, without }) => (
						<li key={name}>
							<a href={filterAddress({ ...filter, ...without })} aria-label={`${name}: quitar`}>
								{name} <Icon name="close" />
							</a>
						</li>
					))}
				</ul>
			)}
			<FilterForm key={key} {...props} />
		</div>
	);
}

/** Returns the active parts of the filter, each with the fields that its "remove" link clears. */
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
					<a
						href={filterAddress({ ...filter, start, end })}
						aria-current={filter.start === start && filter.end === end ? "true" : undefined}
					>
						{name}
					</a>
				</li>
			))}
		</ul>
	);
}

/** The filter form in a fold, which starts closed unless a field is invalid. */
function FilterForm({ filter, typed, errors, onSend, ranges, shifts }: FilterBarProps) {
	const isFiltered = Object.keys(typed).length > 0;
	return (
		<FilterFold className="filter" errors={errors}>
			<summary className="btn">{isFiltered ? "Cambiar filtro" : "Filtrar"}</summary>
			{isFiltered && <RangeChips ranges={ranges} filter={filter} />}
			<GetForm action={LIST} onSend={onSend}>
				<FilterField name="start" typed={typed.start} error={errors.start} />
				<FilterField name="end" typed={typed.end} error={errors.end} />
				<FilterField name="shift" typed={filter.shift ?? typed.shift} error={errors.shift} shifts={shifts} />
				{filter.review && <input type="hidden" name="review" value={filter.review} />}
				<p className="row">
					<button className="btn main" type="submit">
						Aplicar
					</button>
					<a className="btn" href={LIST}>
						Limpiar
					</a>
				</p>
			</GetForm>
		</FilterFold>
	);
}
