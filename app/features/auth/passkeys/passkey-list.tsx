import type { Deletion } from "~/ui/deletion/delete-dialog";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";
import { Icon } from "~/ui/icons";
import { renameSchema } from "./passkey-schemas";

/** A passkey as the page shows it, with its times in words. */
interface ShownPasskey {
	id: string;
	name: string;
	since: string;
	used: string | null;
	isUsable: boolean;
}

interface PasskeyListProps {
	passkeys: readonly ShownPasskey[];
	/** Result of a refused form of the page. */
	result?: FormResult;
}

/** A user's passkeys, each with what renames it and the way to remove it. */
export function PasskeyList({ passkeys, result }: PasskeyListProps) {
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
					<Rename id={id} name={name} key={name} result={result} />
					<p className="row">
						<a className="btn text bad" href={removalAddress(id)} aria-label={`Quitar ${name}`}>
							<Icon name="trash" /> Quitar
						</a>
					</p>
				</section>
			))}
		</div>
	);
}

/** Address of the page that asks whether to remove a passkey, and whose form removes it. */
export function removalAddress(id: string): string {
	return `/auth/passkeys?passkey=${id}&intent=delete`;
}

/** Texts of the page that asks whether to remove a passkey. */
export function removalOf({ id, name, since }: ShownPasskey): Deletion {
	return {
		idFile: id,
		question: "¿Querés quitar esta llave?",
		what: `${name}, agregada el ${since}`,
		consequence: "Después ya no se puede ingresar con ella.",
	};
}

function Rename({ id, name, result }: Pick<ShownPasskey, "id" | "name"> & Pick<PasskeyListProps, "result">) {
	const own = result?.initialValue?.key === id ? result : undefined;
	const [form, fields] = useForm({
		id: `nombre-${id}`,
		schema: renameSchema,
		result: own,
		defaultValue: { name },
	});
	return (
		<details open={own !== undefined}>
			<summary className="btn" aria-label={`Cambiar el nombre de ${name}`}>
				Cambiar el nombre
			</summary>
			<PostForm form={form} submit="Guardar el nombre" intent="rename">
				<input type="hidden" name="key" value={id} />
				<TextField field={fields.name} label="Nombre nuevo" autoComplete="off" />
			</PostForm>
		</details>
	);
}
