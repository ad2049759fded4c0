import type { SubmissionResult } from "@conform-to/react";
import { messages } from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-field";
import { useForm } from "~/ui/use-form";
import { codeSchema } from "./schemas";

interface WaitForMailProps {
	/** The address is verified by now. */
	done: boolean;
	isSignedIn: boolean;
	/** Too many codes were wrong. */
	onlyLink: boolean;
	/** Where the mail went. */
	address?: string;
	/** Whether the page renews itself where there is no script. */
	refreshes: boolean;
	result?: SubmissionResult<string[]> | null;
}

/** Asks this page's own loader, which answers JSON to Remix's address for data. */
const POLL = "/auth/verify-email?_data=routes%2Fauth.verify-email";

/** Between registering and the first visit to the account: a code, a link, and an eye on the change. */
export function WaitForMail(props: WaitForMailProps) {
	return props.done ? <Verified isSignedIn={props.isSignedIn} /> : <Waiting {...props} />;
}

function Verified({ isSignedIn }: { isSignedIn: boolean }) {
	return (
		<div className="narrow">
			<h1>
				<Icon name="check" /> Tu correo está verificado
			</h1>
			<p className="lead">Ya podés usar todo Relevo.</p>
			{isSignedIn ? (
				<a className="button main" href="/auth/my-account">
					{messages.goToProfile}
				</a>
			) : (
				<form method="post">
					<button className="button main" type="submit" name="intent" value="enter">
						{messages.goToProfile}
					</button>
				</form>
			)}
		</div>
	);
}

function Waiting({ address, refreshes, onlyLink, ...form }: WaitForMailProps) {
	return (
		<div className="narrow" data-poll={POLL}>
			<h1>Verificá tu correo</h1>
			<p className="lead">{messages.verificationSent}</p>
			{address && (
				<p>
					Va a <strong>{address}</strong>.
				</p>
			)}
			{onlyLink ? (
				<p className="note">
					Se escribieron muchos códigos equivocados: para este correo ya no sirve ninguno. Abrí el enlace del
					último correo.
				</p>
			) : (
				<CodeForm {...form} />
			)}
			<h2>¿No te llegó?</h2>
			<p>Mirá en el correo no deseado. Podés pedir hasta 3 correos por hora y 8 por día.</p>
			<form className="row" method="post">
				<button className="button" type="submit" name="intent" value="resend">
					Mandar otro correo
				</button>
				<a className="button" href="/auth/verify-email">
					Ya lo verifiqué
				</a>
			</form>
			{refreshes && (
				<noscript>
					<meta httpEquiv="refresh" content="30" />
					<p className="hint">
						La página se actualiza sola cada 30 segundos.{" "}
						<a href="/auth/verify-email?actualizar=no">Detener la actualización</a>
					</p>
				</noscript>
			)}
		</div>
	);
}

function CodeForm({ result }: Pick<WaitForMailProps, "result">) {
	const [form, fields] = useForm({ id: "code", schema: codeSchema, lastResult: result });
	return (
		<>
			<p>Abrí el enlace del correo, o escribí acá el código de 6 números, que dura 15 minutos.</p>
			<PostForm form={form} fields={fields} submit="Verificar" intent="code">
				<TextField field={fields.code} label="Código" inputMode="numeric" autoComplete="one-time-code" />
			</PostForm>
		</>
	);
}
