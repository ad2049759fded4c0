import type { Store } from "./platform-page";
import { qrPath } from "./qr.server";

/** The store at an address, if the operator configured one, with the QR code that leads there. */
export function storeOf(url: string | undefined): Store | undefined {
	return url ? { url, qr: qrPath(url) } : undefined;
}
