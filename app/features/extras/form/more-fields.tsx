import { type SyntheticEvent, useEffect, useRef } from "react";
import type { extraSchemaOn } from "~/features/extras/extra-schemas";
import { compensationOptions } from "~/features/law/compensation";
import { RadioField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { TextField } from "~/ui/forms/text-field";
import type { Fields, Form } from "~/ui/forms/use-form";

interface MoreFieldsProps {
	form: Form["meta"];
	fields: Fields<ReturnType<typeof extraSchemaOn>>;
	labels: Readonly<Record<(typeof moreNames | typeof splitNames)[number], string>>;
	startHint?: string;
	reason?: string;
}

const moreNames = ["startTime", "comment", "compensation"] as const;
const splitNames = ["hours50", "hours100"] as const;

/** The optional fields, in two folds. A fold is closed at first if all its fields are empty and valid. */
export function MoreFields({ form, fields, labels, startHint, reason }: MoreFieldsProps) {
	const isRefused = form.status === "error";
	const isFilled = (name: keyof typeof labels) =>
		Boolean(fields[name].initialValue) && fields[name].initialValue !== "pago";
	const isWrong = (name: keyof typeof labels) => Boolean(fields[name].errors);
	const isMoreWrong = moreNames.some(isWrong);
	const isSplitWrong = splitNames.some(isWrong);
	const more = useOpenFold(isMoreWrong, isRefused);
	const split = useOpenFold(isSplitWrong, isRefused);
	return (
		<>
			<details {...more} className="fold" open={isMoreWrong || moreNames.some(isFilled)}>
				<summary>Horario, comentario y pago</summary>
				<TextField field={fields.startTime} label={labels.startTime} hint={startHint} type="time" />
				<TextAreaField field={fields.comment} label={labels.comment} />
				<RadioField field={fields.compensation} label={labels.compensation} options={compensationOptions} />
			</details>
			<details {...split} className="fold" open={isSplitWrong || splitNames.some(isFilled)}>
				<summary>Cambiar el 50 y el 100</summary>
				<p className="hint">
					{reason ? `Según la regla: ${reason}.` : "Vacío, lo separamos por la regla."} Si tu convenio dice
					otra cosa, escribilo acá.
				</p>
				<TextField field={fields.hours50} label={labels.hours50} inputMode="decimal" />
				<TextField field={fields.hours100} label={labels.hours100} inputMode="decimal" />
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
