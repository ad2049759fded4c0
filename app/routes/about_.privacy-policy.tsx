import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/features/legal/legal-page";
import { legalSettings } from "~/features/legal/legal-settings.server";
import { privacyPolicy } from "~/features/legal/privacy-policy";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Política de privacidad", "Qué datos personales guardamos, para qué y por cuánto tiempo.");

export const handle = { cacheKey: [] };

export const loader = legalSettings;

export default function PrivacyPolicyPage() {
	return <LegalPage document={privacyPolicy(useLoaderData<typeof loader>())} />;
}
