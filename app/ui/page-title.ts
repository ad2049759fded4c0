/**
 * The document title of a page: "Seguridad · Relevo"; for a public one also the sentence that search engines and previews of
 * links show below it. The pages of a person have none.
 */
export function pageTitle(
	title: string,
	description?: string,
): ({ title: string } | { name: "description"; content: string })[] {
	const named = { title: `${title} · Relevo` };
	return description ? [named, { name: "description", content: description }] : [named];
}
