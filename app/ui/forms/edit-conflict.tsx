import { formatShortDate } from "~/lib/time/civil-date";
import type { FormField } from "./use-form";

interface EditConflictProps {
	/** Labels by field name, in display order. */
	labels: Readonly<Record<string, string>>;
	saved: Readonly<Record<string, string | null>>;
	/** All fields of the form, with the values that the user has just sent. */
	typed: Record<string, FormField>;
	/** Options of fields with a choice, by field name. */
	options?: Readonly<Record<string, readonly Option[]>>;
}

interface Option {
	value: string;
	label: string;
}

const CIVIL_DATE = /^\d{4}-\d\d-\d\d$/;

/** Shows stored values that differ from the form's values, when the row was changed after the form was loaded. */
export function EditConflict({ labels, saved, typed, options = {} }: EditConflictProps) {
	const shown = (name: string) => {
		const value = saved[name] ?? "";
		const option = options[name]?.find((each) => each.value === value);
		return option?.label ?? ((CIVIL_DATE.test(value) && formatShortDate(value)) || value || "vacío");
	};
	const others = Object.entries(labels).filter(([name]) => {
		const field = typed[name];
		const text = typeof field?.value === "string" ? field.value : "";
		return field && (saved[name] ?? "") !== text.replaceAll("\r\n", "\n").trim();
	});
	return (
		<section className="card" aria-labelledby="guardado">
			<h2 id="guardado">Lo que está guardado ahora</h2>
			<dl className="saved">
				{others.map(([name, label]) => (
					<div key={name}>
						<dt>{label}</dt>
						<dd>{shown(name)}</dd>
					</div>
				))}
			</dl>
			<p className="hint">Lo tuyo está abajo. Si querés dejar lo guardado, tocá Cancelar.</p>
		</section>
	);
}
