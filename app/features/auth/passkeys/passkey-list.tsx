import { ButtonForm } from "~/ui/forms/button-form";

/** A passkey as the page shows it, with its times in words. */
export interface ShownPasskey {
	id: string;
	name: string;
	since: string;
	used: string | null;
	isUsable: boolean;
}

/** A user's passkeys, each with a button that removes it. */
export function PasskeyList({ passkeys }: { passkeys: readonly ShownPasskey[] }) {
	return (
		<div className="card">
			{passkeys.map(({ id, name, since, used, isUsable }) => (
				<section key={id}>
					<h3>{name}</h3>
					<p className="hint">
						{isUsable
							? `Agregada el ${since}. ${used ? `Último ingreso: ${used}.` : "Todavía no la usaste."}`
							: "Ya no sirve: Relevo cambió de dirección. Quitala y agregá otra."}
					</p>
					<ButtonForm
						id={`quitar-${id}`}
						intent="remove"
						submit="Quitar"
						fields={{ passkey: id }}
						label={`Quitar ${name}`}
					/>
				</section>
			))}
		</div>
	);
}
