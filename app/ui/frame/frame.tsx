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
	/** Whether the page is a sign-in itself, which another one would lead away from. */
	isSigningIn?: boolean;
	/** Whether it tells of an error, in the place of the page that was asked for. */
	isError?: boolean;
	children: ReactNode;
}

/** What surrounds every page. Without data (when even the root's loader failed) it shows what it can. */
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
