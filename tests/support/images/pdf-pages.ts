import sharp from "sharp";

export interface PdfPage {
	/** Width and height of the sheet in points. */
	sheet: [width: number, height: number];
	/** Where the photo lies on the sheet. */
	photo: { left: number; bottom: number; width: number; height: number };
	jpeg: Buffer;
	/** Size of the photo, as its JPEG says. */
	pixels: [width: number, height: number];
}

/**
 * Reads a PDF of photos strictly, as a reader that repairs nothing: every object stands where the table of positions
 * says, every stream is as long as it says, and the list of pages names all of them.
 */
export async function pdfPages(pdf: Buffer): Promise<PdfPage[]> {
	const text = pdf.toString("latin1");
	const table = Number(matched(text, /startxref\n(\d+)\n%%EOF\n$/)[1]);
	const [, size = ""] = matched(text.slice(table), /^xref\n0 (\d+)\n0{10} 65535 f \n/);
	const lines = text
		.slice(table)
		.split("\n")
		.slice(3, 2 + Number(size));
	const positions = lines.map((line) => Number(matched(line, /^(\d{10}) 00000 n $/)[1]));
	matched(text.slice(table), new RegExp(`trailer\n<</Size ${size}/Root 1 0 R>>\n`));
	const objectOf = (id: number) => {
		const at = positions[id - 1] ?? -1;
		const [start, dictionary = ""] = matched(
			text.slice(at),
			new RegExp(`^${id} 0 obj\n(<<.*?>>)(?=stream\n|\nendobj\n)`),
		);
		const length = /\/Length (\d+)/.exec(dictionary)?.[1];
		if (length === undefined) return { dictionary, stream: Buffer.alloc(0) };
		const from = at + start.length + "stream\n".length;
		const to = from + Number(length);
		matched(text.slice(to), /^\nendstream\nendobj\n/);
		return { dictionary, stream: pdf.subarray(from, to) };
	};
	matched(objectOf(1).dictionary, /\/Type\/Catalog\/Pages 2 0 R/);
	const [, count, kids = ""] = matched(objectOf(2).dictionary, /\/Type\/Pages\/Count (\d+)\/Kids\[(.*)\]/);
	const ids = Array.from(kids.matchAll(/(\d+) 0 R/g), ([, id]) => Number(id));
	if (ids.length !== Number(count) || positions.length !== 2 + 3 * ids.length) throw new Error("wrong count");
	return Promise.all(ids.map((id) => pageOf(id, objectOf)));
}

async function pageOf(
	id: number,
	objectOf: (id: number) => { dictionary: string; stream: Buffer },
): Promise<PdfPage> {
	const { dictionary } = objectOf(id);
	const [, across, up] = matched(dictionary, /\/Type\/Page\/Parent 2 0 R\/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]/);
	const drawing = objectOf(Number(matched(dictionary, /\/Contents (\d+) 0 R/)[1])).stream.toString();
	const [, width, height, left, bottom] = matched(
		drawing,
		/^([\d.]+) 0\.00 0\.00 ([\d.]+) ([\d.]+) ([\d.]+) cm \/Photo Do$/,
	);
	const image = objectOf(Number(matched(dictionary, /\/Photo (\d+) 0 R/)[1]));
	const { format, channels, ...pixels } = await sharp(image.stream, { failOn: "warning" }).metadata();
	matched(
		image.dictionary,
		new RegExp(`/Width ${pixels.width}/Height ${pixels.height}/ColorSpace/DeviceRGB`),
	);
	if (format !== "jpeg" || channels !== 3) throw new Error(`${format} of ${channels} channels`);
	return {
		sheet: [Number(across), Number(up)],
		photo: { left: Number(left), bottom: Number(bottom), width: Number(width), height: Number(height) },
		jpeg: image.stream,
		pixels: [pixels.width, pixels.height],
	};
}

function matched(text: string, pattern: RegExp): RegExpExecArray {
	const match = pattern.exec(text);
	if (!match) throw new Error(`${pattern} is not in ${JSON.stringify(text.slice(0, 80))}`);
	return match;
}
