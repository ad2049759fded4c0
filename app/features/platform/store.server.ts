import type { Store } from "./platform-page";

/** The app store at `url` with its QR code, if configured. */
export async function storeOf(url: string | undefined): Promise<Store | undefined> {
	return url ? { url, qr: await qrPath(url) } : undefined;
}

/** Light border of a QR code (ISO/IEC 18004), in modules (squares of the code). */
const QUIET_ZONE = 4;

/**
 * Returns the QR code of `text`: the SVG path of the dark modules (squares), and the side length in modules with the
 * border.
 */
export async function qrPath(text: string): Promise<{ path: string; size: number }> {
	// Loads the package only when an app store is configured, because loading its 58 files takes time.
	const { default: QRCode } = await import("qrcode");
	const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
	const isDark = (column: number, row: number) => column < modules.size && modules.get(row, column) === 1;
	let path = "";
	for (let row = 0; row < modules.size; row++) {
		for (let column = 0; column < modules.size; column++) {
			if (!isDark(column, row)) continue;
			// One rectangle covers a run of dark modules, so that the path is short.
			const start = column;
			while (isDark(column + 1, row)) column++;
			const width = column + 1 - start;
			path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`;
		}
	}
	return { path, size: modules.size + 2 * QUIET_ZONE };
}
