import type { FormField } from "./use-form";

interface EditConflictProps {
	/** What the fields are called, in their order. */
	labels: Readonly<Record<string, string>>;
	/** What is saved now. */
	saved: Readonly<Record<string, string | null>>;
	/** What the form below shows. */
	typed: Record<string, FormField>;
}

/** Beside a form whose row was changed since it was made: what is saved now, where it is not what the form says. */
export function EditConflict({ labels, saved, typed }: EditConflictProps) {
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
						<dd>{saved[name] ?? "vacío"}</dd>
					</div>
				))}
			</dl>
			<p className="hint">Lo tuyo está abajo. Si querés dejar lo guardado, tocá Cancelar.</p>
		</section>
	);
}
