import { type FormEvent, Fragment, useEffect, useRef, useState } from "react";
import { listDates } from "~/features/extras/extra-schemas";
import {
	type CivilDate,
	datePartsOf,
	daysOfMonth,
	parseCivilDate,
	shortWeekday,
} from "~/lib/time/civil-date";
import { shownValue } from "~/ui/forms/field";
import type { FormField } from "~/ui/forms/use-form";

interface OtherDatesProps {
	field: FormField;
	/** The form's date, if it is one. */
	date?: CivilDate;
	/** Undefined while the user is signed out, or without signal: what was chosen before stays chosen. */
	today?: CivilDate;
}

/**
 * Other days of the date's month, up to today, on which the same was worked: each gets an entry of its own. Days that
 * were ticked before the date moved to another month, perhaps only while it is typed, stay, with their month.
 */
export function OtherDates({ field, date, today }: OtherDatesProps) {
	const shown = shownValue(field) ?? "";
	const group = useRef<HTMLFieldSetElement>(null);
	/** The days that were ticked here, or taken back. */
	const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
	useEffect(() => {
		// Those that were ticked before the script came.
		const ticked = group.current?.querySelectorAll<HTMLInputElement>(":checked") ?? [];
		setTicks(Object.fromEntries(Array.from(ticked, ({ value }) => [value, true])));
	}, []);
	const onInput = ({ target }: FormEvent) => {
		if (!(target instanceof HTMLInputElement)) return;
		const { value, checked } = target;
		setTicks((known) => ({ ...known, [value]: checked }));
	};
	if (!today) return <input type="hidden" name={field.name} value={shown} />;
	const month = (date ?? today).slice(0, 7);
	const chosen = listDates(shown).filter(parseCivilDate);
	const ofMonth = daysOfMonth(month).filter((day) => day <= today);
	const days = [...new Set([...ofMonth, ...chosen, ...Object.keys(ticks)])]
		.filter((day) => day !== date)
		.sort();
	if (days.length === 0) return null;
	const problem = field.errors?.[0];
	return (
		<details className="fold" id={field.id} open={chosen.length > 0 || problem !== undefined}>
			<summary>También otros días</summary>
			<p className="hint">Una extra por cada día que marques, con las mismas horas.</p>
			<fieldset
				ref={group}
				className="chips days"
				aria-label="También otros días"
				aria-describedby={field.errorId}
				onInput={onInput}
			>
				{days.map((day) => (
					<Fragment key={day}>
						<input
							id={`${field.id}-${day}`}
							type="checkbox"
							name={field.name}
							value={day}
							defaultChecked={ticks[day] ?? chosen.includes(day)}
						/>
						<label htmlFor={`${field.id}-${day}`}>
							<small>{`${shortWeekday(day)} `}</small>
							{datePartsOf(day).day}
							{!day.startsWith(month) && `/${datePartsOf(day).month}`}
						</label>
					</Fragment>
				))}
			</fieldset>
			<p className="error" id={field.errorId}>
				{problem}
			</p>
		</details>
	);
}
