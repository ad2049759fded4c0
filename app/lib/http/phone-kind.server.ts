/** Which app store's page a phone is shown. */
export type PhoneKind = "android" | "ios";

/** The kind of phone that a User-Agent header tells of; undefined for anything else. */
export function phoneKind(userAgent: string | null | undefined): PhoneKind | undefined {
	if (!userAgent) return undefined;
	if (/\bAndroid\b/i.test(userAgent)) return "android";
	return /\b(iPhone|iPad|iPod)\b/.test(userAgent) ? "ios" : undefined;
}
