import { useEffect, useRef, useState } from "react";
import { PostForm } from "~/ui/forms/post-form";
import { PasswordField, TextField } from "~/ui/forms/text-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";
import { useIsAlive } from "~/ui/use-is-alive";
import { knowsPasskeys, makePasskey } from "./ask-passkey";
import { addSchema } from "./passkey-schemas";

interface AddPasskeyProps {
	email: string;
	hasPassword: boolean;
	/** Name that the form proposes, such as "Mi iPhone". */
	proposedName: string;
	result?: FormResult;
}

/** Form that makes a passkey in this phone or computer. Browsers make passkeys only in a living page. */
export function AddPasskey(props: AddPasskeyProps) {
	const isAlive = useIsAlive();
	if (isAlive && knowsPasskeys()) return <AddForm {...props} />;
	return (
		<p className="note">
			{isAlive
				? "En este navegador no se pueden agregar."
				: "Si en unos segundos no aparece acá cómo agregarla, en este navegador no se puede."}{" "}
			Probá con otro más nuevo, o seguí usando {props.hasPassword ? "tu contraseña" : "Google"}.
		</p>
	);
}

function AddForm({ email, hasPassword, proposedName, result }: AddPasskeyProps) {
	const [form, fields] = useForm({
		id: "llave",
		schema: addSchema,
		result,
		defaultValue: { name: proposedName },
	});
	const [problem, setProblem] = useState<string>();
	const answer = useRef<HTMLInputElement>(null);
	// A refused answer is not sent again.
	useEffect(() => {
		if (result && answer.current) answer.current.value = "";
	}, [result]);
	const prepare = (element: HTMLFormElement) => (answer.current?.value ? undefined : ask(element));
	const ask = async (element: HTMLFormElement) => {
		setProblem(undefined);
		const password = new FormData(element).get("currentPassword");
		const made = await makePasskey(typeof password === "string" ? password : undefined);
		if ("problem" in made) {
			setProblem(made.problem);
			return false;
		}
		if (answer.current) answer.current.value = made.passkey;
		return true;
	};
	return (
		<PostForm form={form} submit="Agregar en este equipo" intent="add" prepare={prepare}>
			<input type="text" autoComplete="username" value={email} readOnly hidden />
			{/* A text field, because the form's reset after a success leaves hidden ones as they are. */}
			<input type="text" name="passkey" ref={answer} autoComplete="off" readOnly hidden />
			<TextField
				field={fields.name}
				label="Nombre"
				hint="Para saber cuál es si perdés el teléfono."
				autoComplete="off"
			/>
			{hasPassword && (
				<PasswordField field={fields.currentPassword} label="Tu contraseña" autoComplete="current-password" />
			)}
			{problem && (
				<p className="error" role="alert">
					{problem}
				</p>
			)}
		</PostForm>
	);
}
