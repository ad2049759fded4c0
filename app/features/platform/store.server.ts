import type { Store } from "./platform-page";
import { qrPath } from "./qr.server";

/** The configured store, with a QR code of the store's address. */
export async function storeOf(url: string | undefined): Promise<Store | undefined> {
	return url ? { url, qr: await qrPath(url) } : undefined;
}
