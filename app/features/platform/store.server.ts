import type { Store } from "./platform-page";
import { qrPath } from "./qr.server";

/** The app store at `url` with its QR code, if configured. */
export async function storeOf(url: string | undefined): Promise<Store | undefined> {
	return url ? { url, qr: await qrPath(url) } : undefined;
}
