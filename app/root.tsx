import { type HeadersFunction, json, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import {
	isRouteErrorResponse,
	Links,
	LiveReload,
	Meta,
	Outlet,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { findSessionUser } from "~/features/auth/sessions.server";
import { type FillInHandle, SignedOutPage } from "~/features/auth/signed-out-page";
import { todayIn } from "~/lib/civil-date";
import { env } from "~/lib/env.server";
import { readPreferences } from "~/lib/preferences.server";
import { takeToast } from "~/lib/toast.server";
import { ErrorPage } from "~/ui/error-page";
import { Frame } from "~/ui/frame";
import { PageContext } from "~/ui/page-context";
import { PageData } from "~/ui/page-data";

export const links: LinksFunction = () => [
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
	{ rel: "apple-touch-icon", href: "/icon-180.png" },
	{ rel: "manifest", href: "/manifest.webmanifest" },
];

export async function loader({ request }: LoaderFunctionArgs) {
	const { toast, headers } = await takeToast(request);
	const user = await findSessionUser(request);
	return json(
		{
			toast,
			session: user && { isVerified: user.isVerified },
			consent: readPreferences(request.headers.get("Cookie")).consent,
			year: todayIn(env.TZ_APP).slice(0, 4),
			social: {
				x: env.SOCIAL_X,
				instagram: env.SOCIAL_INSTAGRAM,
				facebook: env.SOCIAL_FACEBOOK,
				web: env.SOCIAL_WEB,
			},
			credit: env.DEVELOPER_CREDIT,
		},
		{ headers },
	);
}

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/send-form";

/** Only the headers of the page itself: root adds nothing but the cookies of its loader, which Remix sends anyway. */
export const headers: HeadersFunction = () => ({});

export default function Root() {
	const data = useRouteLoaderData<typeof loader>("root");
	return (
		<Document>
			<Frame data={data}>
				<Outlet />
			</Frame>
		</Document>
	);
}

export function ErrorBoundary() {
	const error = useRouteError();
	const data = useRouteLoaderData<typeof loader>("root");
	const { requestId } = useContext(PageContext);
	const handle = useMatches().at(-1)?.handle;
	if (isRouteErrorResponse(error) && error.data?.signedOut && isFillIn(handle)) {
		const { signedOut } = error.data;
		return (
			<Document title={`${signedOut.title} · Relevo`}>
				<Frame data={data} isSigningIn>
					<SignedOutPage signedOut={signedOut} Form={handle.SignedOutForm} />
				</Frame>
			</Document>
		);
	}
	const status = isRouteErrorResponse(error) ? error.status : 500;
	const said = isRouteErrorResponse(error) ? error.data : undefined;
	const message = typeof said?.message === "string" ? said.message : undefined;
	return (
		<Document title={status === 404 ? "Error · Relevo" : "Algo salió mal · Relevo"}>
			<Frame data={data}>
				<ErrorPage
					status={status}
					message={message}
					asDialog={said?.asDialog === true}
					requestId={requestId}
				/>
			</Frame>
		</Document>
	);
}

/** Whether a route has a form that comes back with the sign-in in it. */
function isFillIn(handle: unknown): handle is FillInHandle {
	return typeof handle === "object" && handle !== null && "SignedOutForm" in handle;
}

function Document({ title, children }: { title?: string; children: ReactNode }) {
	const { stylesheet } = useContext(PageContext);
	return (
		<html lang="es-AR">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" content="#1b232c" />
				{title ? <title>{title}</title> : <Meta />}
				<Links />
				{/* The sheet is ours, written by the compiler; its hash is in the Content-Security-Policy. */}
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one place where a text becomes markup */}
				<style dangerouslySetInnerHTML={{ __html: stylesheet ?? "" }} />
			</head>
			<body id="arriba">
				{children}
				<PageData />
				{process.env.NODE_ENV === "development" && <LiveReload />}
			</body>
		</html>
	);
}
