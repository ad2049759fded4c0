interface PhotoDownloadProps {
	href: string;
	what: string;
}

/** Link to a photo as JPEG, for browsers without WebP (iOS before 14). */
export function PhotoDownload({ href, what }: PhotoDownloadProps) {
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
