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
	/** Who is signed in, if anybody. */
	session?: { isVerified: boolean };
}

interface FrameProps {
	data: FrameData | undefined;
	/** Whether the page asks for a sign-in: the header then has no link to another one. */
	isSigningIn?: boolean;
	/** Whether an error page stands in the place of the requested one. */
	isError?: boolean;
	children: ReactNode;
}

/** Header, toast and footer of every page. Without data (the root's loader failed) it shows what it can. */
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
