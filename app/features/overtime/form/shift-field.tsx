import { commonShifts } from "~/features/overtime/shift";
import { TextField } from "~/ui/forms/text-field";
import type { FormField } from "~/ui/forms/use-form";

interface ShiftFieldProps {
	field: FormField;
	/** Text that names the shift of the worker's crew on the date in the form. */
	crewShift?: string | null;
}

/** Input field for one shift letter. The browser suggests the usual letters. */
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
