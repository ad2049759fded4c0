import { listed } from "~/lib/listed";
import type { FormField } from "~/ui/forms/use-form";

interface EndPasskeysProps {
	field: FormField;
	/** Names of the user's passkeys; without any, nothing is asked. */
	names: readonly string[];
	/** Whether the box is checked from the start. */
	isProposed?: boolean;
}

/** Asks in a form for a new password whether the user's passkeys end too. */
export function EndPasskeys({ field, names, isProposed }: EndPasskeysProps) {
	if (names.length === 0) return null;
	return (
		<p className="field">
			<label className="row">
				<input type="checkbox" name={field.name} value="si" defaultChecked={isProposed} />
				<span>
					Quitar también {names.length === 1 ? "mi llave de acceso" : "mis llaves de acceso"}: {listed(names)}
				</span>
			</label>
		</p>
	);
}
