import type { SerializeFrom } from "@remix-run/node";

/** What `meta` is given. Its data are always there, because an error page has a title of its own (app/root.tsx). */
export interface Shown<Loader> {
	data: SerializeFrom<Loader>;
}

/** Document title, such as "Seguridad · Relevo", and a description of public pages. */
export function pageTitle(title: string, description?: string) {
	const named = { title: `${title} · Relevo` };
	return description ? [named, { name: "description", content: description }] : [named];
}
