import { useRevalidator } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import * as accountMessages from "~/features/auth/account-messages";
import { codeSchema } from "~/features/auth/account-schemas";
import { MINUTE_MS } from "~/lib/units/durations";
import { opensElsewhere } from "~/ui/clicked-link";
import { ButtonForm } from "~/ui/forms/button-form";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";
import { Icon } from "~/ui/icons";

interface WaitForMailProps {
	done: boolean;
	isSignedIn: boolean;
	/** Whether too many wrong codes were typed, so that only the mailed link still works. */
	onlyLink: boolean;
	address: string;
	result?: FormResult;
}

/**
 * Page that is open between registration and verification. Accepts the mailed code, and notices when the user verifies
 * the address in another browser.
 */
export function WaitForMail(props: WaitForMailProps) {
	const poll = usePolling(!props.done);
	const wasWaiting = useRef(!props.done);
	return props.done ? (
		<Verified isSignedIn={props.isSignedIn} isNews={wasWaiting.current} />
	) : (
		<Waiting {...props} poll={poll} />
	);
}

/** @param isNews whether this message has just replaced the waiting page, so that screen readers must announce it */
function Verified({ isSignedIn, isNews }: { isSignedIn: boolean; isNews: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (isNews) heading.current?.focus();
	}, [isNews]);
	return (
		<div className="narrow">
			<h1 ref={heading} tabIndex={-1}>
				<Icon name="check" /> Tu correo está verificado
			</h1>
			<p className="lead">Ya podés usar todo Relevo.</p>
			{isSignedIn ? (
				<a className="btn main" href="/auth/my-account">
					{accountMessages.goToProfile}
				</a>
			) : (
				<form method="post">
					<button className="btn main" type="submit" name="intent" value="enter">
						{accountMessages.goToProfile}
					</button>
				</form>
			)}
		</div>
	);
}

function Waiting({ address, onlyLink, poll, ...form }: WaitForMailProps & { poll: () => void }) {
	const [hasPolled, setPolled] = useState(false);
	const pollHere = (event: MouseEvent) => {
		if (opensElsewhere(event)) return;
		event.preventDefault();
		setPolled(true);
		poll();
	};
	return (
		<div className="narrow">
			<h1>Verificá tu correo</h1>
			<p className="lead">{accountMessages.verificationSent}</p>
			<p>
				Va a <strong>{address}</strong>.
			</p>
			{onlyLink ? (
				<p className="note">
					Se escribieron muchos códigos equivocados: para este correo ya no sirve ninguno. Abrí el enlace del
					último correo.
				</p>
			) : (
				<CodeForm {...form} />
			)}
			{onlyLink && form.result?.error && (
				<p className="error" role="alert">
					{form.result.error[""]}
				</p>
			)}
			<h2>¿No te llegó?</h2>
			<p>
				Mirá en el correo no deseado. Podés pedir hasta 3 correos por hora y 8 por día. Si no llega otro, el
				enlace del último que recibiste sirve durante 24 horas.
			</p>
			<ButtonForm id="pedir" intent="resend" submit="Mandar otro correo">
				{/* Without JavaScript, this link opens a page that refreshes itself. */}
				<a className="btn" href="/auth/verify-email/wait" target="_self" onClick={pollHere}>
					Ya lo verifiqué
				</a>
			</ButtonForm>
			<p className="hint" role="status">
				{hasPolled
					? "Todavía no está verificado. Esta página se entera sola cuando lo esté."
					: "Si abriste el enlace en otro equipo, tocá «Ya lo verifiqué»."}
			</p>
		</div>
	);
}

function CodeForm({ result }: Pick<WaitForMailProps, "result">) {
	const [form, fields] = useForm({ id: "code", schema: codeSchema, result });
	return (
		<>
			<p>Abrí el enlace del correo, o escribí acá el código de 6 números, que dura 15 minutos.</p>
			<PostForm form={form} submit="Verificar" intent="code">
				<TextField field={fields.code} label="Código" inputMode="numeric" autoComplete="one-time-code" />
			</PostForm>
		</>
	);
}

const FIRST_PAUSE_MS = 4_000;
const MAX_PAUSE_MS = 15_000;
const PAUSE_FACTOR = 1.2;
const GIVE_UP_AFTER_MS = 30 * MINUTE_MS;

/**
 * While `isWaiting`, reloads the page's data at growing intervals, for up to 30 minutes, to notice that the user has
 * verified the e-mail address in another browser. Pauses while the page is hidden.
 * @returns a function that reloads immediately
 */
function usePolling(isWaiting: boolean): () => void {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!isWaiting) return;
		const end = Date.now() + GIVE_UP_AFTER_MS;
		let pauseMs = FIRST_PAUSE_MS;
		let timer = setTimeout(poll, pauseMs);
		function poll() {
			if (document.hidden) return;
			revalidate();
			clearTimeout(timer);
			pauseMs = Math.min(pauseMs * PAUSE_FACTOR, MAX_PAUSE_MS);
			if (Date.now() < end) timer = setTimeout(poll, pauseMs);
		}
		document.addEventListener("visibilitychange", poll);
		return () => {
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", poll);
		};
	}, [isWaiting, revalidate]);
	return revalidate;
}
