interface PhotoDownloadProps {
	/** URL of the photo as a JPEG. */
	href: string;
	/** Name of the photo, such as "la foto 2". */
	what: string;
}

/**
 * A link to download a photo as a JPEG, for browsers that cannot show WebP (iOS before 14) and may not even show the
 * `alt` text.
 */
export function PhotoDownload({ href, what }: PhotoDownloadProps) {
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
