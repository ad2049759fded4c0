/** Returns the document title, such as "Seguridad · Relevo", and on public pages a description for search engines. */
export function pageTitle(
	title: string,
	description?: string,
): ({ title: string } | { name: "description"; content: string })[] {
	const named = { title: `${title} · Relevo` };
	return description ? [named, { name: "description", content: description }] : [named];
}
