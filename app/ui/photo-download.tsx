interface PhotoDownloadProps {
	/** Address of the JPEG. */
	href: string;
	/** Such as "la foto 2". */
	what: string;
}

/** A JPEG of the photo above, for browsers that read no WebP (iOS before 14): they may not even show its `alt`. */
export function PhotoDownload({ href, what }: PhotoDownloadProps) {
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
