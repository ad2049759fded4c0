/** The document title of a page: "Seguridad · Relevo". */
export function pageTitle(title: string): { title: string }[] {
	return [{ title: `${title} · Relevo` }];
}
