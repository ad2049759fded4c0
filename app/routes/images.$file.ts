import { readFile } from "node:fs/promises";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { findSavedName } from "~/features/documents/photos/document-images.server";
import { imageIdOf } from "~/features/documents/photos/image-address";
import { photoFile } from "~/features/profile/photo";
import { hasPhoto } from "~/features/profile/photo.server";
import { sendDownload } from "~/lib/http/download.server";
import { notFound } from "~/lib/http/http.server";
import { toJpeg } from "~/lib/images/image.server";
import { uploadPath } from "~/lib/images/uploads.server";

/**
 * A small image stands in lists that are opened again and again, and no page leads to it: whoever has no session any more
 * knows no address to find it at. A large one can be opened by itself, which the browser's history remembers: so the
 * server is asked each time whether it may still be seen.
 */
const SMALL_END = "-320.webp";
const KEPT = "private, max-age=31536000, immutable";

/** Ends the name of an image that is asked for as a JPEG. */
const JPEG_END = /\.jpg$/;

/**
 * An image of a person, for that person alone; with `.jpg` at its end, as a JPEG to save. Anybody else's is not there.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const asked = params.file ?? "";
	const name = asked.replace(JPEG_END, ".webp");
	const savedAs = await savedNameOf(user.id, name);
	if (!savedAs) throw notFound();
	if (name !== asked) {
		return sendDownload("jpeg", user.id, async () => {
			const jpeg = await toJpeg(await readStored(name));
			return {
				name: savedAs.replace(/webp$/, "jpg"),
				type: "image/jpeg",
				content: new Blob([new Uint8Array(jpeg)]).stream(),
			};
		});
	}
	// A name is given once and its content never changes.
	const etag = `"${name}"`;
	const headers = {
		"Cache-Control": name.endsWith(SMALL_END) ? KEPT : "private, no-cache",
		// Signing in or out changes it: then what a browser has kept is another visitor's.
		Vary: "Cookie",
		ETag: etag,
		"Content-Type": "image/webp",
		"Content-Disposition": `inline; filename="${savedAs}"`,
		"Content-Security-Policy": "default-src 'none'; sandbox",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options": "nosniff",
	};
	const known = request.headers.get("If-None-Match")?.split(",") ?? [];
	if (known.some((tag) => tag.trim().replace(/^W\//, "") === etag)) {
		return new Response(null, { status: 304, headers });
	}
	return new Response(await readStored(name), { headers });
}

/** @throws Response 404 when it was replaced between the row and the read */
async function readStored(name: string): Promise<Uint8Array<ArrayBuffer>> {
	const content = await readFile(uploadPath(name)).catch(() => undefined);
	if (!content) throw notFound();
	return new Uint8Array(content);
}

/** What an image of this person is called when it is saved; undefined when it is not theirs. */
async function savedNameOf(userId: string, name: string): Promise<string | undefined> {
	const id = imageIdOf(name);
	if (!id) return undefined;
	if (name === photoFile(id) && (await hasPhoto(userId, id))) return "foto.webp";
	return findSavedName(userId, id);
}
