import { useLocation } from "@remix-run/react";
import type { DateRange } from "~/features/law/pay-period";
import { formatShortDate } from "~/lib/time/civil-date";
import { GetForm } from "~/ui/forms/get-form";
import { Icon } from "~/ui/icons";
import { type ExtrasFilter, filterAddress, type ReadFilter } from "./filter";
import { FilterDates, FilterFold, filterLabels as labels, ShiftChips } from "./filter-fold";

interface FilterFormProps extends ReadFilter {
	ranges: readonly NamedRange[];
	/** Shift letters to choose from. */
	shifts: readonly string[];
	onSend: () => void;
}

type NamedRange = DateRange & { name: string };

const LIST = "/auth/work-overtime";

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
