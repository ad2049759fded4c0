import { readFile } from "node:fs/promises";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { findDownloadName } from "~/features/documents/photos/document-images.server";
import { sendDownload } from "~/lib/http/download.server";
import { isKnown } from "~/lib/http/etag.server";
import { notFound } from "~/lib/http/http.server";
import { photoFile } from "~/lib/images/image-files";
import { toJpeg } from "~/lib/images/to-jpeg.server";
import { UPLOAD_NAME } from "~/lib/images/upload-name";
import { uploadPath } from "~/lib/images/uploads.server";

/**
 * End of a small image's file name. For a day, the browser may show a small image from its cache without asking the server.
 * For a large image the browser must ask, so that nobody sees large images after the user has signed out.
 */
const SMALL_SUFFIX = "-320.webp";
const CACHED = "private, max-age=86400";

const JPEG_SUFFIX = /\.jpg$/;

/** Serves an image to its owner alone, with `.jpg` as a JPEG to download. Other users get status 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const requested = params.file ?? "";
	const name = requested.replace(JPEG_SUFFIX, ".webp");
	const downloadName = await downloadNameOf(user, name);
	if (!downloadName) throw notFound();
	if (name !== requested) {
		return sendDownload("jpeg", user.id, async () => {
			const jpeg = await toJpeg(await readStored(name));
			return {
				name: downloadName.replace(/webp$/, "jpg"),
				type: "image/jpeg",
				content: new Blob([new Uint8Array(jpeg)]).stream(),
			};
		});
	}
	// An image's content never changes, so the name is the ETag.
	const etag = `"${name}"`;
	const headers = {
		"Cache-Control": name.endsWith(SMALL_SUFFIX) ? CACHED : "private, no-cache",
		// Signing in or out changes the cookie, so no other user sees a cached image.
		Vary: "Cookie",
		ETag: etag,
		"Content-Type": "image/webp",
		"Content-Disposition": `inline; filename="${downloadName}"`,
		"Content-Security-Policy": "default-src 'none'; sandbox",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options": "nosniff",
	};
	if (isKnown(etag, request.headers.get("If-None-Match")))
		return new Response(null, { status: 304, headers });
	return new Response(await readStored(name), { headers });
}

/**
 * Reads an image.
 * @throws Response 404 when the file cannot be read, for example because it has just been erased
 */
async function readStored(name: string): Promise<Uint8Array<ArrayBuffer>> {
	const content = await readFile(uploadPath(name)).catch(() => undefined);
	if (!content) throw notFound();
	return new Uint8Array(content);
}

/** File name for a download; undefined unless the image belongs to the user. */
async function downloadNameOf(user: User, name: string): Promise<string | undefined> {
	if (!UPLOAD_NAME.test(name)) return undefined;
	const id = name.slice(0, 36);
	if (name === photoFile(id) && user.photo === id) return "foto.webp";
	return findDownloadName(user.id, id);
}
