import { commonShifts } from "~/features/overtime/shift";
import { TextField } from "~/ui/forms/text-field";
import type { FormField } from "~/ui/forms/use-form";

interface ShiftFieldProps {
	field: FormField;
	/** The shift of the person's crew on the form's date, in words. */
	crewShift?: string | null;
}

/** A field for one letter. The browser suggests the usual letters. */
export function ShiftField({ field, crewShift }: ShiftFieldProps) {
	const listId = `${field.id}-list`;
	return (
		<>
			<TextField
				field={field}
				label="Turno"
				hint={crewShift ? `Una letra. ${crewShift}` : "Una letra."}
				list={listId}
				autoCapitalize="characters"
				autoComplete="off"
				spellCheck={false}
			/>
			<datalist id={listId}>
				{commonShifts.map((letter) => (
					<option key={letter} value={letter} />
				))}
			</datalist>
		</>
	);
}
