interface PhotoDownloadProps {
	href: string;
	what: string;
}

/** For browsers without WebP (iOS before 14). */
export function PhotoDownload({ href, what }: PhotoDownloadProps) {
	return (
		<p className="hint unseen">
			¿No se ve? <a href={href}>Descargá {what}</a>.
		</p>
	);
}
