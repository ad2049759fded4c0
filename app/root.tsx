import { json, type LoaderFunctionArgs } from "@remix-run/node";
import {
	type ClientLoaderFunctionArgs,
	isRouteErrorResponse,
	LiveReload,
	Meta,
	Outlet,
	ScrollRestoration,
	type ShouldRevalidateFunction,
	useRouteError,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { isOtherBuild, loadFrame } from "~/browser/other-build";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { env } from "~/lib/env.server";
import { lacksWebp } from "~/lib/http/phone-kind.server";
import { readPreferences } from "~/lib/http/preferences.server";
import { personOf } from "~/lib/http/request-context.server";
import { takeToast } from "~/lib/http/toast.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { revalidateWhenSaved } from "~/ui/forms/send-form";
import { ErrorPage, errorHeading } from "~/ui/frame/error-page";
import { Frame } from "~/ui/frame/frame";
import { PageContext } from "~/ui/frame/page-context";
import { useIsAlive } from "~/ui/use-is-alive";

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { toast, headers } = await takeToast(request);
	const user = await findSessionUser(request);
	const data = {
		toast,
		/** Version of the current build, by which an open page of an older build notices the update. */
		version: typeof context.version === "string" ? context.version : undefined,
		session: user && {
			isVerified: user.isVerified,
			/** Whose forms the page has: another tab may sign somebody else in. */
			person: personOf(user.id),
			/** True or absent, so that the data of nearly all pages are shorter. */
			lacksWebp: lacksWebp(request.headers.get("User-Agent")) || undefined,
		},
		consent: readPreferences(request.headers.get("Cookie")).consent,
		year: plantToday().slice(0, 4),
		social: {
			x: env.SOCIAL_X,
			instagram: env.SOCIAL_INSTAGRAM,
			facebook: env.SOCIAL_FACEBOOK,
			web: env.SOCIAL_WEB,
		},
		credit: env.DEVELOPER_CREDIT,
	};
	return headers.has("Set-Cookie") ? json(data, { headers }) : data;
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
	return loadFrame(serverLoader<typeof loader>);
}

/**
 * Reloads the root's data after a navigation, because session, toast and build may have changed, but not after a form
 * that was refused or could not be sent.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
	revalidateWhenSaved({ ...change, defaultShouldRevalidate: true });

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
	const { requestId, signedOut } = useContext(PageContext);
	const isAlive = useIsAlive();
	const answer = isRouteErrorResponse(error) ? error : undefined;
	useEffect(() => {
		// Data of a newer build may cause an error; reloading loads that build.
		if (!answer && isOtherBuild(data)) location.reload();
	}, [answer, data]);
	if (signedOut)
		return (
			<Document title={`${signedOut.title} · Relevo`}>
				<Frame data={data} isSigningIn isError>
					{signedOut.page}
				</Frame>
			</Document>
		);
	const said = answer?.data;
	// An error that is no response has no status. If rendering failed on the server, the status is 500. If a hydrated page
	// got no response to a request, the status stays undefined.
	const status = answer?.status ?? (isAlive ? undefined : 500);
	const message = typeof said?.message === "string" ? said.message : undefined;
	return (
		<Document title={`${errorHeading(status)} · Relevo`}>
			<Frame data={data} isError>
				<ErrorPage
					status={status}
					message={message}
					asDialog={said?.asDialog === true}
					requestId={said?.requestId ?? requestId}
				/>
			</Frame>
		</Document>
	);
}

/**
 * Returns the key under which React Router stores a page's scroll position. All links to a fragment (`#…`) have the same
 * key, "default". Returns a random key for them, so that the position of another link is not restored.
 */
function scrollKey({ key }: { key: string }): string {
	return key === "default" ? String(Math.random()) : key;
}

function Document({ title, children }: { title?: string; children: ReactNode }) {
	const { stylesheet, moreStyles } = useContext(PageContext);
	const isAlive = useIsAlive();
	const isSignedIn = useRouteLoaderData<typeof loader>("root")?.session !== undefined;
	return (
		<html lang="es-AR" className={isAlive ? "alive" : undefined}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" content="#1b232c" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/icon-180.png" />
				<link rel="manifest" href="/manifest.webmanifest" />
				{/*
				 * The compiled stylesheet of the site, whose hash is in the Content-Security-Policy. All that
				 * differs between pages follows the stylesheet, because the server compresses the common beginning
				 * of pages only once.
				 */}
				{/*
				 * biome-ignore lint/security/noDangerouslySetInnerHtml: the stylesheet comes from the site's own
				 * build
				 */}
				<style dangerouslySetInnerHTML={{ __html: stylesheet ?? "" }} />
				{title ? <title>{title}</title> : <Meta />}
				{isAlive && moreStyles && (
					<link
						rel="stylesheet"
						href={moreStyles}
						onError={({ currentTarget }) => currentTarget.setAttribute("data-failed", "")}
					/>
				)}
			</head>
			<body id="arriba" className={isSignedIn ? "signed-in" : undefined}>
				{children}
				{process.env.NODE_ENV === "development" && <LiveReload />}
				{/*
				 * ScrollRestoration is rendered only in the browser: on the server it would write an inline script
				 * that the Content-Security-Policy refuses.
				 */}
				{isAlive && <ScrollRestoration getKey={scrollKey} />}
			</body>
		</html>
	);
}
