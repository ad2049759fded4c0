import { Form, useNavigation } from "@remix-run/react";
import { ButtonForm } from "~/ui/forms/button-form";
import { rememberForm, UnsentNote } from "~/ui/forms/send-form";
import { MAX_NAME_LENGTH } from "./passkey-schemas";

/** A passkey as the page shows it, with its times in words. */
export interface ShownPasskey {
	id: string;
	name: string;
	since: string;
	used: string | null;
	isUsable: boolean;
}

/** A user's passkeys, each with what renames and removes it. */
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
					<Rename id={id} name={name} key={name} />
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

function Rename({ id, name }: Pick<ShownPasskey, "id" | "name">) {
	const form = `nombre-${id}`;
	const isSending = useNavigation().formMethod === "POST";
	return (
		<details>
			<summary className="btn" aria-label={`Cambiar el nombre de ${name}`}>
				Cambiar el nombre
			</summary>
			<Form
				id={form}
				method="post"
				preventScrollReset
				onSubmit={(event) => rememberForm(event.currentTarget)}
			>
				<input type="hidden" name="intent" value="rename" />
				<input type="hidden" name="passkey" value={id} />
				<p className="field">
					<label htmlFor={`${form}-campo`}>Nombre nuevo</label>
					<input
						id={`${form}-campo`}
						name="name"
						defaultValue={name}
						required
						maxLength={MAX_NAME_LENGTH}
						autoComplete="off"
					/>
				</p>
				<UnsentNote form={form} />
				<button className="btn" type="submit" disabled={isSending}>
					Guardar el nombre
				</button>
			</Form>
		</details>
	);
}
