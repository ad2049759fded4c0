import { isRouteErrorResponse } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import { loginSchema } from "~/features/auth/account-schemas";
import { GoogleMark } from "~/features/auth/google/google-button";
import { EmailField } from "~/features/auth/passwords/account-fields";
import * as messages from "~/lib/messages";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { PasswordField } from "~/ui/forms/text-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";

interface SignIn {
	result?: FormResult;
	hasGoogle: boolean;
}

/** A filled-in form that was sent after the user's session had ended. */
interface SignedOut {
	/** Title of the page with the form. */
	title: string;
	/** Values that the user typed, by field name. */
	typed: Record<string, string>;
	intent?: string;
	idFile?: string;
	version?: string;
	/** Ids of the photos that the user marked for removal; empty for a form without photos. */
	removeImages: string[];
	signIn: SignIn;
}

/** Data of the response to a form that was sent after the user's session had ended. */
export interface SignedOutData {
	signedOut: SignedOut;
}

/**
 * Component that shows a route's form to a signed-out user. It contains sign-in fields and needs no data of the route's
 * loader.
 */
export type SignedOutForm = ComponentType<
	Pick<SignedOut, "version" | "removeImages"> & {
		shown: SignedOut["typed"];
		/** Empty for a form without a key. */
		idFile: string;
		signIn: ReactNode;
	}
>;

/** Remix `handle` of a route whose form can be shown again after the session has ended. */
interface FillInHandle {
	SignedOutForm: SignedOutForm;
}

/**
 * Page for a form that was sent after the session had ended.
 * @param error value thrown by the route's action
 * @returns undefined for any other error
 */
export function signedOutPage(error: unknown, handle: unknown) {
	if (!isRouteErrorResponse(error) || !error.data?.signedOut || !isFillIn(handle)) return undefined;
	const { signedOut }: SignedOutData = error.data;
	return {
		// As the server begins the titles of other refused forms.
		title: signedOut.signIn.result?.error ? `Error: ${signedOut.title}` : signedOut.title,
		page: <SignedOutPage signedOut={signedOut} Form={handle.SignedOutForm} />,
	};
}

function isFillIn(handle: unknown): handle is FillInHandle {
	return "SignedOutForm" in Object(handle);
}

function SignedOutPage({ signedOut, Form }: { signedOut: SignedOut; Form: SignedOutForm }) {
	const { title, signIn, intent, typed, idFile = "", ...filled } = signedOut;
	// Documents and extras, whose forms have a key, are specified to say it without the accent.
	const problem = idFile ? messages.noUserForRecords : messages.noUser;
	return (
		<div className="narrow">
			<h1>{title}</h1>
			<div className="note" role="alert">
				<p>
					<strong>{problem}</strong>
				</p>
				<p>
					Tu sesión se cerró. Todavía no se guardó nada, pero lo que escribiste sigue acá: ingresá, revisalo y
					guardalo.
				</p>
			</div>
			<Form {...filled} shown={typed} idFile={idFile} signIn={<SignInFields {...signIn} intent={intent} />} />
		</div>
	);
}

function SignInFields({ result, hasGoogle, intent }: SignIn & { intent?: string }) {
	const [form, fields] = useForm({ id: "ingreso", schema: loginSchema, result });
	return (
		<fieldset className="card">
			<legend>Ingresá</legend>
			<ErrorSummary form={form} />
			<EmailField field={fields.email} autoComplete="username" />
			<PasswordField field={fields.password} label="Contraseña" autoComplete="current-password" />
			{intent && <input type="hidden" name="intent" value={intent} />}
			<input type="hidden" name="resume" value="password" />
			<p className="row">
				<button className="btn" type="submit" formNoValidate>
					Ingresar y seguir
				</button>
			</p>
			{hasGoogle && <GoogleElsewhere />}
			<p>
				¿Olvidaste tu contraseña?{" "}
				<a href="/auth/recovery-pass" target="_blank" rel="noopener">
					Recuperala en otra pestaña
				</a>
				.
			</p>
		</fieldset>
	);
}

/** Link to the sign-in in another tab, because the redirects to Google and back would lose the filled-in form. */
function GoogleElsewhere() {
	return (
		<>
			<p className="hint">o</p>
			<p className="hint">Con Google: ingresá en otra pestaña, volvé a esta y tocá «Ya ingresé».</p>
			<p className="row">
				<a className="btn" href="/auth/login" target="_blank" rel="noopener">
					<GoogleMark /> Ingresar en otra pestaña
				</a>
				<button className="btn" type="submit" name="resume" value="google" formNoValidate>
					Ya ingresé
				</button>
			</p>
		</>
	);
}
