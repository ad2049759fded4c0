import { useLoaderData } from "@remix-run/react";
import { giftTerms } from "~/features/legal/gift-terms";
import { LegalPage } from "~/features/legal/legal-page";
import { legalSettings } from "~/features/legal/legal-settings.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Términos y condiciones de los regalos", "Los términos y condiciones de los regalos de Relevo.");

export const handle = { cacheKey: [] };

export const loader = legalSettings;

export default function GiftTermsPage() {
	return <LegalPage document={giftTerms(useLoaderData<typeof loader>())} />;
}
