import QRCode from "qrcode";

/** The light border that a QR code needs around it (ISO/IEC 18004), in modules. */
const QUIET_ZONE = 4;

/** The dark modules of a QR code as SVG path data, and the side of its square with the quiet zone, in modules. */
export function qrPath(text: string): { path: string; size: number } {
	const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
	let path = "";
	for (let row = 0; row < modules.size; row++) {
		for (let column = 0; column < modules.size; column++) {
			if (modules.get(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`;
		}
	}
	return { path, size: modules.size + 2 * QUIET_ZONE };
}
