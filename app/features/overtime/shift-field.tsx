import { messages } from "~/lib/messages";
import { controlProps, Field, shownValue } from "~/ui/field";
import type { FormField } from "~/ui/use-form";
import { commonShifts } from "./shift";

interface ShiftFieldProps {
	field: FormField;
	/** What the person's crew works on the day of the form, in words. */
	crewShift?: string;
}

/** One letter. The usual ones are offered: by the browser's own list, and with script as buttons. */
export function ShiftField({ field, crewShift }: ShiftFieldProps) {
	const hint = crewShift ? `Una letra. ${crewShift}` : "Una letra.";
	const listId = `${field.id}-list`;
	const after = (
		<p className="chips" data-fill={field.id} hidden>
			{commonShifts.map((letter) => (
				<button key={letter} type="button" className="button" value={letter}>
					{letter}
				</button>
			))}
		</p>
	);
	return (
		<Field field={field} label="Turno" hint={hint} after={after}>
			<input
				{...controlProps({
					field,
					label: "",
					hint,
					messages: { missing: messages.fieldEmpty, wrong: "El turno es una sola letra." },
				})}
				type="text"
				list={listId}
				pattern="\s*[A-Za-zÑñ]\s*"
				autoCapitalize="characters"
				autoComplete="off"
				spellCheck={false}
				defaultValue={shownValue(field)}
			/>
			<datalist id={listId}>
				{commonShifts.map((letter) => (
					<option key={letter} value={letter} />
				))}
			</datalist>
		</Field>
	);
}
