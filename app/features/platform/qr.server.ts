/** Light border around a QR code (ISO/IEC 18004), in modules. */
const QUIET_ZONE = 4;

/** SVG path data of a QR code's dark modules, and the side of the code with its quiet zone, in modules. */
export async function qrPath(text: string): Promise<{ path: string; size: number }> {
	// The package has 58 files, so it is loaded only where a store is configured.
	const { default: QRCode } = await import("qrcode");
	const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
	const isDark = (column: number, row: number) => column < modules.size && modules.get(row, column) === 1;
	let path = "";
	for (let row = 0; row < modules.size; row++) {
		for (let column = 0; column < modules.size; column++) {
			if (!isDark(column, row)) continue;
			// One rectangle per run of dark modules makes the path half as long.
			const start = column;
			while (isDark(column + 1, row)) column++;
			const width = column + 1 - start;
			path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
		}
	}
	return { path, size: modules.size + 2 * QUIET_ZONE };
}
