import type { ReactNode } from "react";
import type { ToastData } from "~/ui/toast/toast-message";
import { AfterNavigation } from "./after-navigation";
import { CookieBanner } from "./cookie-choice";
import { Footer, type FooterData } from "./footer";
import { Header } from "./header";
import { StatusArea } from "./status-area";
import { VerifyReminder } from "./verify-reminder";

interface FrameData extends FooterData {
	toast?: ToastData;
	/** Session of the user; absent when no user is signed in. */
	session?: { isVerified: boolean };
}

interface FrameProps {
	data: FrameData | undefined;
	/** Whether the page contains sign-in fields; the header then has no sign-in link. */
	isSigningIn?: boolean;
	/** Whether an error page is shown in place of the requested page. */
	isError?: boolean;
	children: ReactNode;
}

/**
 * Header, toast and footer of every page. When the root's loader has failed, there are no data, and the parts that
 * need data are omitted.
 */
export function Frame({ data, isSigningIn, isError = false, children }: FrameProps) {
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
