/** The platform whose page a phone is redirected to. */
export type PhoneKind = "android" | "ios";

/** The platform in a User-Agent header; undefined for anything but a phone or tablet. */
export function phoneKind(userAgent: string | null | undefined): PhoneKind | undefined {
	if (!userAgent) return undefined;
	if (/\bAndroid\b/i.test(userAgent)) return "android";
	return /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? "ios" : undefined;
}
