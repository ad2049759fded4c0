interface GoogleButtonProps {
	/** Page to open after the sign-in with Google. */
	redirectTo?: string;
}

/** Button that starts the sign-in with Google, shown below a password form. */
export function GoogleButton({ redirectTo }: GoogleButtonProps) {
	return (
		<>
			<p className="hint">o</p>
			<GoogleForm redirectTo={redirectTo} />
		</>
	);
}

/** Form that starts the sign-in by POST, so that a link on another site cannot start a sign-in. */
export function GoogleForm({ redirectTo }: GoogleButtonProps) {
	return (
		<form method="post" action="/auth/google">
			{redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
			<button className="btn wide" type="submit">
				<GoogleMark />
				Ingresar con Google
			</button>
		</form>
	);
}

/** Google's logo: the letter G in four colours. */
export function GoogleMark() {
	return (
		<svg width="20" height="20" viewBox="0 0 20 20" fill="none" strokeWidth="4" aria-hidden="true">
			<path stroke="#ea4335" d="M3.1 6a8 8 0 0 1 12.6-1.7" />
			<path stroke="#fbbc05" d="M3.1 14a8 8 0 0 1 0-8" />
			<path stroke="#34a853" d="M15.1 16.2a8 8 0 0 1-12-2.2" />
			<path stroke="#4285f4" d="M10 10h8a8 8 0 0 1-2.9 6.2" />
		</svg>
	);
}
