/** Whether a file begins like a JPEG, PNG or WebP. Name and declared type are not trusted. */
export function isAcceptedKind(file: Uint8Array): boolean {
	return startsWith(file, "ffd8ff") || startsWith(file, "89504e470d0a1a0a") || isWebp(file);
}

function isWebp(file: Uint8Array): boolean {
	return startsWith(file, "52494646") && textOf(file, 8, 12) === "WEBP";
}

/** Returns a message that names the refused file's format, if known. */
export function wrongKindMessage(file: Uint8Array): string {
	const brands = textOf(file, 4, 8) === "ftyp" ? textOf(file, 8, 64) : "";
	const start = textOf(file, 0, 1024);
	if (/avif|avis/.test(brands)) return notAccepted("AVIF");
	if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) {
		return `${notAccepted("HEIC")} En el iPhone: Ajustes, Cámara, Formatos, «El más compatible».`;
	}
	if (brands)
		return "El archivo es un video, no una imagen: sacale una foto o una captura y guardala como JPEG o PNG.";
	if (start.startsWith("GIF8")) return notAccepted("GIF");
	if (/^(II[*+]\0|MM\0[*+])/.test(start)) return notAccepted("TIFF");
	if (start.includes("%PDF-")) return `${notAccepted("PDF")} Sirve una foto o una captura de la página.`;
	if (/<svg[\s>]/i.test(start)) return notAccepted("SVG");
	if (start.startsWith("BM")) return notAccepted("BMP");
	if (start.startsWith("\0\0\u0001\0")) return notAccepted("ICO");
	return "El archivo no es una imagen JPEG, PNG o WebP: elegí otro, o guardala en uno de esos formatos.";
}

function notAccepted(kind: string): string {
	return `La imagen es ${kind}, que no se acepta: guardala como JPEG, PNG o WebP y probá de nuevo.`;
}

function startsWith(file: Uint8Array, hex: string): boolean {
	return Buffer.from(file.subarray(0, hex.length / 2)).toString("hex") === hex;
}

function textOf(file: Uint8Array, from: number, to: number): string {
	return Buffer.from(file.subarray(from, to)).toString("latin1");
}
