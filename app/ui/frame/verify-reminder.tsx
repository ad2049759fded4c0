import { useFetcher, useLocation } from "@remix-run/react";
import { isUnsent } from "~/ui/forms/send-form";

const VERIFY_PAGE = "/auth/verify-email";

/**
 * Asks the user to verify the e-mail address, except on the verification page. Says why a mail could not be
 * requested.
 */
export function VerifyReminder() {
	const { Form, state, data } = useFetcher<unknown>();
	if (useLocation().pathname === VERIFY_PAGE) return null;
	return (
		<aside className="reminder" aria-label="Correo sin verificar">
			<p>{isUnsent(data) ? data.unsent : "Tu correo todavía no está verificado."}</p>
			<Form method="post" action={VERIFY_PAGE}>
				<button className="btn" type="submit" name="intent" value="resend" disabled={state !== "idle"}>
					Verificar
				</button>
			</Form>
		</aside>
	);
}
