import { useRouteLoaderData } from "@remix-run/react";

interface PhotoDownloadProps {
	href: string;
	what: string;
}

/** Link to a photo as JPEG. Only where the browser cannot show the photo. */
export function PhotoDownload({ href, what }: PhotoDownloadProps) {
	const root = useRouteLoaderData<{ session?: { lacksWebp?: boolean } }>("root");
	if (!root?.session?.lacksWebp) return null;
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
