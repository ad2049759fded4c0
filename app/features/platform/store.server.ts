import type { Store } from "./platform-page";
import { qrPath } from "./qr.server";

/** The store at an address, if the operator configured one, with the QR code that leads there. */
export async function storeOf(url: string | undefined): Promise<Store | undefined> {
	return url ? { url, qr: await qrPath(url) } : undefined;
}
