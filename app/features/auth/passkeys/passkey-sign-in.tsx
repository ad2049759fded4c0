import { Form, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { rememberForm, UnsentNote } from "~/ui/forms/send-form";
import { Icon } from "~/ui/icons";
import { useIsAlive } from "~/ui/use-is-alive";
import { askForPasskey, knowsPasskeys, offersPasskeys } from "./ask-passkey";

const FORM = "llave";

/**
 * Button to sign in with a passkey, below the password form, once the page is alive in a browser that knows passkeys. The
 * browser also offers them in the field for the e-mail address. Its place is kept from the start, so that nothing moves.
 */
export function PasskeySignIn({ redirectTo }: { redirectTo?: string }) {
	const isAlive = useIsAlive();
	return (
		<div className="passkey-place">
			{isAlive && knowsPasskeys() && <PasskeyForm redirectTo={redirectTo} />}
		</div>
	);
}

function PasskeyForm({ redirectTo }: { redirectTo?: string }) {
	const answer = useRef<HTMLInputElement>(null);
	const [problem, setProblem] = useState<string>();
	const [isAsking, setAsking] = useState(false);
	const isSending = useNavigation().formMethod === "POST";
	const send = useCallback((passkey: string) => {
		const input = answer.current;
		if (!input?.form) return;
		input.value = passkey;
		// The oldest supported Safari has no `requestSubmit`.
		input.form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
	}, []);
	const offer = useCallback(async () => {
		// A user who chooses none, or presses the button, has no problem.
		if (await offersPasskeys()) await askForPasskey(true).then(send, () => undefined);
	}, [send]);
	// Again after a refusal: the list of a page that was open for minutes asks with an old challenge.
	useEffect(() => {
		if (!isSending) void offer();
	}, [offer, isSending]);
	const ask = async () => {
		setProblem(undefined);
		setAsking(true);
		await askForPasskey(false).then(send, () => {
			setProblem(NOT_USED);
			void offer();
		});
		setAsking(false);
	};
	return (
		<Form
			id={FORM}
			method="post"
			onSubmit={(event) => {
				if (answer.current?.value) return rememberForm(event.currentTarget);
				event.preventDefault();
			}}
		>
			<p className="hint">o</p>
			<input type="hidden" name="passkey" ref={answer} />
			{redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
			{problem && (
				<p className="error" role="alert">
					{problem}
				</p>
			)}
			<UnsentNote form={FORM} />
			<p className="row">
				<button className="btn" type="button" disabled={isSending || isAsking} onClick={ask}>
					<Icon name="finger" /> Ingresar con huella o cara
				</button>
			</p>
		</Form>
	);
}

const NOT_USED = "No se usó ninguna llave. Probá de nuevo, o ingresá con tu contraseña.";
