import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cookiePolicy } from "~/features/legal/cookie-policy";
import { endUserAgreement } from "~/features/legal/end-user-agreement";
import { giftTerms } from "~/features/legal/gift-terms";
import { LegalPage } from "~/features/legal/legal-page";
import { legalSettings } from "~/features/legal/legal-settings.server";
import { privacyPolicy } from "~/features/legal/privacy-policy";
import { notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { pageTitle, type Shown } from "~/ui/page-title";

const documents = new Map([
	["/about/cookie-policy", cookiePolicy],
	["/about/end-user-agreement", endUserAgreement],
	["/about/gift-privacy-policy", giftTerms],
	["/about/privacy-policy", privacyPolicy],
]);

export const meta = ({ data }: Shown<typeof loader>) => pageTitle(data.title, data.description);

export const handle = { cacheKey: [] };

export function loader(_: LoaderFunctionArgs) {
	const { routePath: path } = requestContext();
	const settings = legalSettings();
	const document = documents.get(path)?.(settings);
	if (!document) throw notFound();
	return { path, settings, title: document.title, description: document.description };
}

export default function LegalDocumentPage() {
	const { path, settings } = useLoaderData<typeof loader>();
	const document = documents.get(path)?.(settings);
	return document && <LegalPage document={document} />;
}
