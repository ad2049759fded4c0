import { useLoaderData } from "@remix-run/react";
import { cookiePolicy } from "~/features/legal/cookie-policy";
import { LegalPage } from "~/features/legal/legal-page";
import { legalSettings } from "~/features/legal/legal-settings.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"Política de cookies",
		"Qué cookies usa Relevo, para qué sirve cada una, cuánto dura y cómo aceptarlas o rechazarlas.",
	);

export const handle = { cacheKey: [] };

export const loader = legalSettings;

export default function CookiePolicyPage() {
	return <LegalPage document={cookiePolicy(useLoaderData<typeof loader>())} />;
}
