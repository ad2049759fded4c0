import { useLocation } from "@remix-run/react";
import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from "react";
import { extraChoices, type extraSchemaOn } from "~/features/extras/extra-schemas";
import { ownPlaces } from "~/features/extras/shift-letter";
import { compensationOptions } from "~/features/law/compensation";
import { formatPercent } from "~/lib/no-break";
import { addDays, type CivilDate, formatShortDay } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { type Choice, ChoiceField } from "~/ui/forms/choice-field";
import { chosenTexts } from "~/ui/forms/read-choices";
import { RadioField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { TextField } from "~/ui/forms/text-field";
import type { Fields, Form } from "~/ui/forms/use-form";
import { formQuery } from "./form-query";
import type { ShiftChoices } from "./shift-choices";

export const LABELS = {
	date: "Fecha en que empezó",
	shift: "Turno",
	hour: "Cantidad de horas",
	comment: "Comentario (opcional)",
	startTime: "Hora de entrada (opcional)",
	compensation: "Cómo te la compensan",
	hours50: `Horas al ${formatPercent(50)}`,
	hours100: `Horas al ${formatPercent(100)}`,
} as const;

interface FieldsProps {
	form: Form["meta"];
	fields: Fields<ReturnType<typeof extraSchemaOn>>;
}

interface ChoiceFieldsProps extends FieldsProps {
	today?: string;
	/** Shifts to choose from; undefined while the user is signed out. */
	choices?: ShiftChoices;
}

/** Date, shift and hours of an entry, as radio buttons. Without `today`, the date is a plain date field. */
export function ChoiceFields({ form, fields, today, choices }: ChoiceFieldsProps) {
	return (
		<>
			{today ? (
				<ChoiceField
					form={form}
					field={fields.date}
					label={LABELS.date}
					choices={[dateChoice("Hoy", today), dateChoice("Ayer", addDays(today, -1))]}
					other={{ field: fields.otherDate, label: "Otra fecha", type: "date" }}
				/>
			) : (
				<TextField field={fields.date} label={LABELS.date} type="date" />
			)}
			<ChoiceField
				form={form}
				field={fields.shift}
				label={LABELS.shift}
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
				label={LABELS.hour}
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
 * Says that the worker's shift is unknown. A link leads to the profile and from there back to the form: as it was
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
			No sabemos tu turno: <a href="/my-shift">decilo en Mi turno</a> o{" "}
			<a href={hrefOf(search)} onClick={onClick}>
				elegí tu diagrama y tu escuadra en Mi Perfil
			</a>
			.
		</>
	);
}

interface MoreFieldsProps extends FieldsProps {
	startHint?: string;
	reason?: string;
}

const moreNames = ["startTime", "comment", "compensation"] as const;
const splitNames = ["hours50", "hours100"] as const;
type MoreName = (typeof moreNames | typeof splitNames)[number];

/** The optional fields, in two folds. A fold is closed at first if all its fields are empty and valid. */
export function MoreFields({ form, fields, startHint, reason }: MoreFieldsProps) {
	const isRefused = form.status === "error";
	const isFilled = (name: MoreName) =>
		Boolean(fields[name].initialValue) && fields[name].initialValue !== "pago";
	const isWrong = (name: MoreName) => Boolean(fields[name].errors);
	const isMoreWrong = moreNames.some(isWrong);
	const isSplitWrong = splitNames.some(isWrong);
	const more = useOpenFold(isMoreWrong, isRefused);
	const split = useOpenFold(isSplitWrong, isRefused);
	return (
		<>
			<details {...more} className="fold" open={isMoreWrong || moreNames.some(isFilled)}>
				<summary>Horario, comentario y pago</summary>
				<TextField field={fields.startTime} label={LABELS.startTime} hint={startHint} type="time" />
				<TextAreaField field={fields.comment} label={LABELS.comment} />
				<RadioField field={fields.compensation} label={LABELS.compensation} options={compensationOptions} />
			</details>
			<details {...split} className="fold" open={isSplitWrong || splitNames.some(isFilled)}>
				<summary>Cambiar el 50 y el 100</summary>
				<p className="hint">
					{reason ? `Según la regla: ${reason}.` : "Vacío, lo separamos por la regla."} Si tu convenio dice
					otra cosa, escribilo acá.
				</p>
				<TextField field={fields.hours50} label={LABELS.hours50} inputMode="decimal" />
				<TextField field={fields.hours100} label={LABELS.hours100} inputMode="decimal" />
			</details>
		</>
	);
}

/**
 * Keeps a `<details>` element open while a field inside is invalid. After a refused submit, focuses the invalid field,
 * unless a field before the element is also invalid.
 * @returns the props of the `<details>` element
 */
function useOpenFold(isWrong: boolean, isRefused: boolean) {
	const ref = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const fold = ref.current;
		if (!isWrong || !fold) return;
		const wasOpen = fold.open;
		fold.open = true;
		// If the `<details>` element was open, the form library Conform has already focused the invalid field. In a
		// closed `<details>` element, Conform cannot focus a field.
		if (wasOpen || !isRefused || document.activeElement?.closest("[aria-invalid]")) return;
		fold.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isWrong, isRefused]);
	const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
		if (isWrong) currentTarget.open = true;
	};
	return { ref, onToggle };
}
