import type { Store } from "./platform-page";
import { qrPath } from "./qr.server";

/** Returns the app store page at `url` with the QR code of this URL; undefined if no store is configured. */
export async function storeOf(url: string | undefined): Promise<Store | undefined> {
	return url ? { url, qr: await qrPath(url) } : undefined;
}
