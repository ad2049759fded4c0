/** Platform of a phone or tablet, which the home page redirects to `/android-system` or `/ios-system`. */
type PhoneKind = "android" | "ios";

/** Platform in a User-Agent header; undefined for anything but a phone or tablet. */
export function phoneKind(userAgent: string | null | undefined): PhoneKind | undefined {
	if (!userAgent) return undefined;
	if (/\bAndroid\b/i.test(userAgent)) return "android";
	return /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? "ios" : undefined;
}

/**
 * Whether a browser cannot show the photos, which are WebP: iOS before 14 and Safari before 14, as which an iPad with
 * iPadOS 13 presents itself. Pages ask for it by the User-Agent, because Safari's Accept header never names WebP.
 */
export function lacksWebp(userAgent: string | null): boolean {
	const ios = /\((?:iPhone|iPad|iPod).*? OS (\d+)_/.exec(userAgent ?? "");
	const safari = /\(Macintosh.*? Version\/(\d+)\.\S* Safari\//.exec(userAgent ?? "");
	const version = (ios ?? safari)?.[1];
	return version !== undefined && Number(version) < 14;
}
