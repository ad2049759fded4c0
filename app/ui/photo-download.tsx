import { useRouteLoaderData } from "@remix-run/react";

/** Link to the photo at `src` as JPEG. Only where the browser cannot show the photo. */
export function PhotoDownload({ src, what }: { src: string; what: string }) {
	const root = useRouteLoaderData<{ session?: { lacksWebp?: boolean } }>("root");
	if (!root?.session?.lacksWebp) return null;
	return (
		<p className="hint unseen">
			¿No se ve? <a href={src.replace(/webp$/, "jpg")}>Descargá {what}</a>.
		</p>
	);
}
