import { useLoaderData } from "@remix-run/react";
import { endUserAgreement } from "~/features/legal/end-user-agreement";
import { LegalPage } from "~/features/legal/legal-page";
import { legalSettings } from "~/features/legal/legal-settings.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"Términos de uso",
		"Las condiciones para usar Relevo: qué ofrece, qué te pedimos y hasta dónde respondemos.",
	);

export const handle = { cacheKey: [] };

export const loader = legalSettings;

export default function EndUserAgreementPage() {
	return <LegalPage document={endUserAgreement(useLoaderData<typeof loader>())} />;
}
