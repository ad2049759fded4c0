/** A page of the PDF: a JPEG in three colours, and its size in pixels. */
interface PdfPhoto {
	content: Uint8Array;
	width: number;
	height: number;
}

/** Sides of an A4 sheet and its margin, in points, of which 72 are an inch. */
const A4 = { short: 595.28, long: 841.89, margin: 24 };
/** Number of objects before those of the pages: the catalogue and the list of pages. */
const FIRST_PAGE_ID = 3;
const OBJECTS_PER_PAGE = 3;

/**
 * Writes a PDF of one photo a page, as large as an A4 sheet allows, upright or across as the photo is. Takes the next
 * photo only when the page before it has been read, so that one photo is in memory.
 * @param count number of photos
 */
export async function* photoPdf(count: number, photos: AsyncIterable<PdfPhoto>): AsyncGenerator<Uint8Array> {
	/** Position of each object in the file, in the order of their numbers. */
	const offsets: number[] = [];
	let written = 0;
	const bytes = (...parts: readonly (string | Uint8Array)[]) => {
		const joined = Buffer.concat(parts.map((part) => Buffer.from(part)));
		written += joined.length;
		return joined;
	};
	const object = (...parts: readonly (string | Uint8Array)[]) => {
		offsets.push(written);
		return bytes(`${offsets.length} 0 obj\n`, ...parts, "\nendobj\n");
	};
	const ids = Array.from({ length: count }, (_, page) => FIRST_PAGE_ID + page * OBJECTS_PER_PAGE);
	// Bytes above 127 in the second line tell programs that the file is not text.
	yield bytes("%PDF-1.4\n%", new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3]), "\n");
	yield object("<</Type/Catalog/Pages 2 0 R>>");
	yield object(`<</Type/Pages/Count ${count}/Kids[${ids.map((id) => `${id} 0 R`).join(" ")}]>>`);
	for await (const { content, width, height } of photos) {
		const id = offsets.length + 1;
		const [sheetWidth, sheetHeight] = width > height ? [A4.long, A4.short] : [A4.short, A4.long];
		const room = Math.min((sheetWidth - 2 * A4.margin) / width, (sheetHeight - 2 * A4.margin) / height);
		// A small photo stays small: at most a pixel a point.
		const scale = Math.min(1, room);
		const [across, up] = [width * scale, height * scale];
		const place = [across, 0, 0, up, (sheetWidth - across) / 2, (sheetHeight - up) / 2];
		const drawing = `${place.map((part) => part.toFixed(2)).join(" ")} cm /Photo Do`;
		yield object(
			`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${sheetWidth} ${sheetHeight}]`,
			`/Contents ${id + 1} 0 R/Resources<</XObject<</Photo ${id + 2} 0 R>>>>>>`,
		);
		yield object(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
		yield object(
			`<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB`,
			`/BitsPerComponent 8/Filter/DCTDecode/Length ${content.length}>>stream\n`,
			content,
			"\nendstream",
		);
	}
	const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	const size = offsets.length + 1;
	yield bytes(
		`xref\n0 ${size}\n0000000000 65535 f \n${table}`,
		`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${written}\n%%EOF\n`,
	);
}
