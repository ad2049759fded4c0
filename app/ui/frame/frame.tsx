import type { ReactNode } from "react";
import type { ToastData } from "~/ui/toast/toast-message";
import { AfterNavigation } from "./after-navigation";
import { CookieBanner } from "./cookie-choice";
import { Footer, type FooterData } from "./footer";
import { Header } from "./header";
import { StatusArea } from "./status-area";
import { useOrdinaryLinks } from "./use-ordinary-links";
import { VerifyReminder } from "./verify-reminder";

interface FrameData extends FooterData {
	toast?: ToastData;
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
 * Header, toast and footer of every page. Without data, after a failure of the root's loader, parts are left out.
 */
export function Frame({ data, isSigningIn, isError = false, children }: FrameProps) {
	useOrdinaryLinks();
	return (
		<>
			<a className="skip" href="#contenido">
				Ir al contenido
			</a>
			<Header isSignedIn={data?.session !== undefined} isSigningIn={isSigningIn} />
			{data && !data.consent && <CookieBanner />}
			{data?.session?.isVerified === false && <VerifyReminder />}
			<StatusArea toast={data?.toast} />
			<main className="page" id="contenido" tabIndex={-1}>
				{children}
			</main>
			<Footer data={data} />
			<AfterNavigation isError={isError} />
		</>
	);
}
