import { readFile } from "node:fs/promises";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions.server";
import { findSavedName } from "~/features/documents/document-images.server";
import { imageIdOf } from "~/features/documents/image-address";
import { photoFile } from "~/features/profile/photo";
import { hasPhoto } from "~/features/profile/profiles.server";
import { notFound } from "~/lib/http.server";
import { uploadPath } from "~/lib/uploads.server";

/** An image of a person, for that person alone. Anybody else's is not there. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const name = params.file ?? "";
	const savedAs = await savedNameOf(user.id, name);
	if (!savedAs) throw notFound();
	// A name is given once and its content never changes.
	const etag = `"${name}"`;
	const headers = {
		"Cache-Control": "private, no-cache",
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
	// Replaced between the row and the read.
	const content = await readFile(uploadPath(name)).catch(() => undefined);
	if (!content) throw notFound();
	return new Response(new Uint8Array(content), { headers });
}

/** What an image of this person is called when it is saved; undefined when it is not theirs. */
async function savedNameOf(userId: string, name: string): Promise<string | undefined> {
	const id = imageIdOf(name);
	if (!id) return undefined;
	if (name === photoFile(id) && (await hasPhoto(userId, id))) return "foto.webp";
	return findSavedName(userId, id);
}
