/** Platform of a phone or tablet, which the home page redirects to `/android-system` or `/ios-system`. */
export type PhoneKind = "android" | "ios";

/** Platform in a User-Agent header; undefined for anything but a phone or tablet. */
export function phoneKind(userAgent: string | null | undefined): PhoneKind | undefined {
	if (!userAgent) return undefined;
	if (/\bAndroid\b/i.test(userAgent)) return "android";
	return /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? "ios" : undefined;
}
