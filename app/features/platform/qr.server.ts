/** The light border that a QR code needs around it (ISO/IEC 18004), in modules. */
const QUIET_ZONE = 4;

/** The dark modules of a QR code as SVG path data, and the side of its square with the quiet zone, in modules. */
export async function qrPath(text: string): Promise<{ path: string; size: number }> {
	// Its 58 files are loaded only where a store is configured.
	const { default: QRCode } = await import("qrcode");
	const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
	const isDark = (column: number, row: number) => column < modules.size && modules.get(row, column) === 1;
	let path = "";
	for (let row = 0; row < modules.size; row++) {
		for (let column = 0; column < modules.size; column++) {
			if (!isDark(column, row)) continue;
			// One rectangle for each run of dark modules: half the text of one for each module.
			const start = column;
			while (isDark(column + 1, row)) column++;
			const width = column + 1 - start;
			path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
		}
	}
	return { path, size: modules.size + 2 * QUIET_ZONE };
}
