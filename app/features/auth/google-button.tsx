/** Starts the sign-in at Google by POST, so that no foreign page can start one. */
export function GoogleButton({ redirectTo }: { redirectTo?: string }) {
	return (
		<form method="post" action="/auth/google">
			{redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
			<button className="button wide" type="submit">
				Ingresar con Google
			</button>
		</form>
	);
}
