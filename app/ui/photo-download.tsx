import { useRouteLoaderData } from "@remix-run/react";

/** Link to a photo as JPEG. Only where the browser cannot show the photo. */
export function PhotoDownload({ href, what }: { href: string; what: string }) {
	const root = useRouteLoaderData<{ session?: { lacksWebp?: boolean } }>("root");
	if (!root?.session?.lacksWebp) return null;
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
