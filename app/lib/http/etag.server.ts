import { hash } from "node:crypto";

/** Weak ETag of a content. */
export function etagOf(content: string | Buffer): string {
	return `W/"${hash("sha256", content, "base64url").slice(0, 20)}"`;
}

/** Whether the client has the content with an ETag, by its If-None-Match header. Compares weakly (RFC 9110, 13.1.2). */
export function isKnown(etag: string, ifNoneMatch: string | null | undefined): boolean {
	const known = ifNoneMatch?.split(",").map((tag) => withoutWeakness(tag.trim()));
	return known?.includes(withoutWeakness(etag)) ?? false;
}

function withoutWeakness(etag: string): string {
	return etag.replace(/^W\//, "");
}
