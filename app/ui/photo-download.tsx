interface PhotoDownloadProps {
	/** Address of the JPEG. */
	href: string;
	/** Such as "la foto 2". */
	what: string;
}

/**
 * Stands below a photo: browsers that read no WebP (iOS before 14) show nothing in its place, not even its `alt` where that is
 * longer than the photo is wide.
 */
export function PhotoDownload({ href, what }: PhotoDownloadProps) {
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
