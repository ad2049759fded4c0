import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { extraChoices, type extraSchemaOn } from "~/features/extras/extra-schemas";
import { ownPlaces } from "~/features/extras/shift-letter";
import { addDays, type CivilDate, formatShortDay } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { type Choice, ChoiceField } from "~/ui/forms/choice-field";
import { chosenTexts } from "~/ui/forms/read-choices";
import { TextField } from "~/ui/forms/text-field";
import type { Fields, Form } from "~/ui/forms/use-form";
import { formQuery } from "./form-query";
import type { ShiftChoices } from "./shift-choices";

interface ChoiceFieldsProps {
	form: Form["meta"];
	fields: Fields<ReturnType<typeof extraSchemaOn>>;
	labels: Readonly<Record<"date" | "shift" | "hour", string>>;
	today?: string;
	/** Shifts to choose from; undefined while the user is signed out. */
	choices?: ShiftChoices;
}

/** Date, shift and hours of an entry, as radio buttons. Without `today`, the date is a plain date field. */
export function ChoiceFields({ form, fields, labels, today, choices }: ChoiceFieldsProps) {
	return (
		<>
			{today ? (
				<ChoiceField
					form={form}
					field={fields.date}
					label={labels.date}
					choices={[dateChoice("Hoy", today), dateChoice("Ayer", addDays(today, -1))]}
					other={{ field: fields.otherDate, label: "Otra fecha", type: "date" }}
				/>
			) : (
				<TextField field={fields.date} label={labels.date} type="date" />
			)}
			<ChoiceField
				form={form}
				field={fields.shift}
				label={labels.shift}
				hint={choices && (choices.hint || <UnknownShift />)}
				choices={choices?.shifts ?? []}
				untyped={ownPlaces}
				other={{
					field: fields.otherShift,
					label: "Otro turno (una letra)",
					autoCapitalize: "characters",
					spellCheck: false,
				}}
			/>
			<ChoiceField
				form={form}
				field={fields.hour}
				label={labels.hour}
				choices={hourChoices}
				other={{
					field: fields.otherHour,
					label: "Otra cantidad (por ejemplo 4,5)",
					inputMode: "decimal",
				}}
			/>
		</>
	);
}

/** A choice of the date field, with a note such as "dom 22". */
function dateChoice(label: string, date: CivilDate): Choice {
	return { value: date, label, note: formatShortDay(date) };
}

const hourChoices = ["2", "4", "8", "12"].map((value) => ({ value, label: inHours(Number(value) * 60) }));

/**
 * Says that the worker's shift is unknown. The link leads to the profile and from there back to the form: as it was
 * loaded or, once hydrated, with the values that it has when the link is clicked.
 */
function UnknownShift() {
	const { pathname, search } = useLocation();
	const hrefOf = (query: string) =>
		`/auth/my-account/edit-profile?redirectTo=${encodeURIComponent(pathname + query)}`;
	const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
		const link = event.currentTarget;
		const form = link.closest("form");
		if (form) link.href = hrefOf(formQuery(search, chosenTexts(new FormData(form), extraChoices)));
	};
	return (
		<>
			No sabemos tu turno:{" "}
			<a href={hrefOf(search)} onClick={onClick}>
				elegí tu diagrama y tu escuadra en Mi Perfil
			</a>
			.
		</>
	);
}
