/** Document title, such as "Seguridad · Relevo", and a description of public pages. */
export function pageTitle(title: string, description?: string) {
	const named = { title: `${title} · Relevo` };
	return description ? [named, { name: "description", content: description }] : [named];
}
