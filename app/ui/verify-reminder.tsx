import { useLocation } from "@remix-run/react";

const VERIFY_PAGE = "/auth/verify-email";

/** Reminds who has not verified their address yet; on the page where that is done it would only repeat it. */
export function VerifyReminder() {
	if (useLocation().pathname === VERIFY_PAGE) return null;
	return (
		<aside className="reminder" aria-label="Correo sin verificar">
			<p>Tu correo todavía no está verificado.</p>
			<form method="post" action={VERIFY_PAGE}>
				<button className="button" type="submit" name="intent" value="resend">
					Verificar
				</button>
			</form>
		</aside>
	);
}
