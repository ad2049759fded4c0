import { readFile } from "node:fs/promises";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { requireDocument } from "~/features/documents/documents.server";
import { slugOf } from "~/features/documents/exported-documents.server";
import { listImages } from "~/features/documents/photos/document-images.server";
import { sendDownload, streamOf } from "~/lib/http/download.server";
import { notFound } from "~/lib/http/http.server";
import { imageFile } from "~/lib/images/image-files";
import { photoPdf } from "~/lib/images/photo-pdf";
import { toPage } from "~/lib/images/to-jpeg.server";
import { hasFile, uploadPath } from "~/lib/images/uploads.server";

/** Downloads the saved photos of a document as a PDF, for its owner alone. Without photos or a file: status 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const { idFile, title } = await requireDocument(user.id, params.idFile);
	const images = (await listImages(user.id, idFile)).filter(({ isPending }) => !isPending);
	const paths = images.map(({ id }) => uploadPath(imageFile(id, 1600)));
	const areThere = await Promise.all(paths.map(hasFile));
	if (areThere.length === 0 || areThere.includes(false)) throw notFound();
	return sendDownload("pdf", user.id, async () => ({
		name: `${slugOf(title)}.pdf`,
		type: "application/pdf",
		content: streamOf(photoPdf(paths.length, pagesOf(paths))),
	}));
}

async function* pagesOf(paths: readonly string[]) {
	for (const path of paths) yield await toPage(await readFile(path));
}
