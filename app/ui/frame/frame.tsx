import { useFetcher, useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import type { Toast } from "~/lib/http/toast.server";
import { useOrdinaryLinks } from "~/ui/clicked-link";
import { isUnsent } from "~/ui/forms/send-form";
import { focusTargetIn } from "~/ui/toast/list-row";
import { CookieBanner } from "./cookie-choice";
import { Footer, type FooterData } from "./footer";
import { Header } from "./header";
import { StatusArea } from "./status-area";

interface FrameData extends FooterData {
	toast?: Toast;
	/** Session of the user; absent when signed out. */
	session?: { isVerified: boolean };
}

interface FrameProps {
	data: FrameData | undefined;
	/** Whether the page has sign-in fields, so that the header has no sign-in link. */
	isSigningIn?: boolean;
	isError?: boolean;
	children: ReactNode;
}

/**
 * Header, toast and footer of every page. Without data, after a failure of the root's loader or a refused form, it is
 * unknown who is signed in: parts are left out.
 */
export function Frame({ data, isSigningIn, isError = false, children }: FrameProps) {
	useOrdinaryLinks();
	const fillsScreen = useMatches().some(({ handle }) => "fillsScreen" in Object(handle));
	if (fillsScreen && !isError)
		return (
			<>
				<StatusArea toast={data?.toast} />
				<main className="screen" id="contenido">
					{children}
				</main>
			</>
		);
	return (
		<>
			<a className="skip" href="#contenido">
				Ir al contenido
			</a>
			<Header isSignedIn={data?.session !== undefined} isSigningIn={isSigningIn || !data} />
			{/* One question at a time, because both would take a third of a phone's screen. */}
			{data && !data.consent && <CookieBanner />}
			{data?.consent && data.session?.isVerified === false && <VerifyReminder />}
			<StatusArea toast={data?.toast} />
			<main className="page" id="contenido" tabIndex={-1}>
				{children}
			</main>
			<Footer data={data} />
			<AfterNavigation isError={isError} />
		</>
	);
}

/** The page shown last. This variable is outside React's state, which an error page resets. */
let shown: { page: string; key: string } | undefined;

/**
 * Closes the menu after a navigation. On a new page focuses the heading, for screen readers, or the list row that the
 * URL's fragment names. On the same page focuses them only if no element has the focus, for example because the
 * navigation has removed the focused element, and before them the button that sends an unsent form again.
 * @param isError an error page counts as a new page
 */
function AfterNavigation({ isError }: { isError: boolean }) {
	const { pathname, key, hash } = useLocation();
	const page = isError ? `! ${pathname}` : pathname;
	useEffect(() => {
		const before = shown;
		shown = { page, key };
		if (!before) return;
		if (before.key !== key) document.querySelector(".menu-fold")?.removeAttribute("open");
		const hasLostFocus = before.key !== key && document.activeElement === document.body;
		if (before.page !== page || hasLostFocus) focusStart(hash);
	}, [page, key, hash]);
	return null;
}

function focusStart(hash: string): void {
	if (document.activeElement?.closest("dialog")) return;
	const retry = document.querySelector<HTMLElement>(".unsent button");
	const row = document.getElementById(hash.slice(1))?.closest("main li");
	const heading = document.querySelector<HTMLElement>("main h1");
	if (heading) heading.tabIndex = -1;
	(retry ?? focusTargetIn(row) ?? heading)?.focus({ preventScroll: true });
}

const VERIFY_PAGE = "/auth/verify-email";

/**
 * Asks the user to verify the e-mail address, except on the verification page. Says why a mail could not be
 * requested.
 */
function VerifyReminder() {
	const { Form, state, data } = useFetcher<unknown>();
	if (useLocation().pathname === VERIFY_PAGE) return null;
	return (
		<aside className="ask-strip" aria-label="Correo sin verificar">
			<p>{isUnsent(data) ? data.unsent : "Tu correo todavía no está verificado."}</p>
			<Form method="post" action={VERIFY_PAGE}>
				<button className="btn" type="submit" name="intent" value="resend" disabled={state !== "idle"}>
					Verificar
				</button>
			</Form>
		</aside>
	);
}
