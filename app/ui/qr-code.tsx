/** A QR code, dark on white in both themes; `size` in modules (dots) per side. */
export function QrCode({ path, size, label }: { path: string; size: number; label: string }) {
	return (
		<svg
			className="qr"
			width="200"
			height="200"
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
		>
			<path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
			<path fill="#000" d={path} />
		</svg>
	);
}
