import { toCsv } from "~/lib/csv";
import { db } from "~/lib/database/db.server";
import { imageFile } from "~/lib/images/image-files";
import { hasFile, uploadPath } from "~/lib/images/uploads.server";
import { exportedJson, tableLines, withIsoTimes } from "~/lib/records/exported-records";
import type { ZipPart } from "~/lib/zip.server";
import { type DocumentRow, documentColumns } from "./document-columns";
import { imagesAndDeletions } from "./photos/document-images.server";

const FOLDER = "documentos";
/** Maximum length of the title in a folder's name. */
const MAX_SLUG_CHARACTERS = 40;

/**
 * Returns a user's documents for the export, oldest first: as JSON and CSV, with a folder of photos for each document.
 * A form that is not saved, but whose photos are uploaded, has a folder too; a deleted document has none.
 * @returns the files, and the names of photos whose files are missing
 */
export async function documentParts(userId: string): Promise<{ parts: ZipPart[]; missing: string[] }> {
	const rows = await db
		.selectFrom("documents")
		.selectAll()
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const folders = new Map(rows.map(({ id, title }, index) => [id, folderOf(title, index)]));
	const photos = await selectPhotos(userId, folders);
	const documents = rows.map((row) => ({
		...textsOf(row),
		images: photos.filter(({ documentId }) => documentId === row.id).map(toData),
	}));
	const unsavedImages = photos
		.filter(({ documentId }) => documentId === null)
		.map((photo) => ({ idFile: photo.idFile, ...toData(photo) }));
	const present = photos.filter(({ isMissing }) => !isMissing);
	return {
		parts: [
			{ name: "documentos.json", text: exportedJson({ documents, unsavedImages }) },
			{ name: "documentos.csv", text: toCsv(tableLines(table, documents)) },
			...present.map(({ name, path }) => ({ name, path })),
		],
		missing: photos.filter(({ isMissing }) => isMissing).map(({ name }) => name),
	};
}

/** A photo, and its name in the exported archive. */
type Photo = Awaited<ReturnType<typeof selectPhotos>>[number];

/** @param folders names of folders in the archive, by document id */
async function selectPhotos(userId: string, folders: ReadonlyMap<number, string>) {
	const rows = await imagesAndDeletions(db)
		.select([
			"photo.id",
			"photo.document_id as documentId",
			"photo.id_file as idFile",
			"photo.created_at as createdAt",
		])
		.where("photo.user_id", "=", userId)
		.where("deleted.deleted_at", "is", null)
		.orderBy("photo.id_file")
		.orderBy("photo.position")
		.orderBy("photo.id")
		.execute();
	const counts = new Map<string, number>();
	const photos = [];
	for (const { id, ...row } of rows) {
		const ownFolder = row.documentId === null ? undefined : folders.get(row.documentId);
		const folder = ownFolder ?? `${FOLDER}/sin-guardar/${row.idFile}`;
		const place = (counts.get(folder) ?? 0) + 1;
		counts.set(folder, place);
		const path = uploadPath(imageFile(id, 1600));
		// Checks one photo after the other, because 1,500 checks at once would block other requests.
		photos.push({ ...row, name: `${folder}/${place}.webp`, path, isMissing: !(await hasFile(path)) });
	}
	return photos;
}

/** A document's folder in the archive: "documentos/001-licencia-de-conducir". The number counts from the oldest. */
function folderOf(title: string, index: number): string {
	return `${FOLDER}/${String(index + 1).padStart(3, "0")}-${slugOf(title)}`;
}

/** A title as part of a file's name, whose characters are valid in every file system. */
export function slugOf(title: string): string {
	const words = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
	const slug = words
		.replaceAll(/[^a-z0-9]+/g, "-")
		.slice(0, MAX_SLUG_CHARACTERS)
		.replaceAll(/^-|-$/g, "");
	return slug || "documento";
}

function toData({ name, isMissing, createdAt }: Photo) {
	return { file: isMissing ? null : name, createdAt };
}

const columns = Object.entries(documentColumns).map(([column, { heading }]) => {
	return { column, heading, name: column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) };
});

const filesOf = ({ images }: { images: readonly { file: string | null }[] }) =>
	images.flatMap(({ file }) => file ?? []).join("\n");

const table = {
	...Object.fromEntries(columns.map(({ name, heading }) => [name, heading])),
	images: [["fotos", filesOf] as const],
};

/** The columns of a document by their names in the export. */
function textsOf(row: DocumentRow): Record<string, unknown> {
	const shown = { ...row, at_hand: row.at_hand === 1 ? "sí" : "no" };
	return Object.fromEntries(
		columns.map(({ column, name }) => [name, withIsoTimes(name, Reflect.get(shown, column))]),
	);
}
