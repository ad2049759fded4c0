/**
 * Requires that a JPEG, PNG or WebP file is complete: a browser would draw a truncated photo half grey. Does not
 * check other formats.
 * @throws RangeError when the file is truncated
 */
export function requireComplete(file: ArrayBuffer): void {
	const view = new DataView(file);
	// The first byte of an image file distinguishes JPEG, PNG and WebP.
	const first = view.getUint8(0);
	if (first === 0xff) skipJpeg(view);
	if (first === 0x89) skipPng(view);
	if (first === 0x52) view.getUint8(view.getUint32(4, true) + 7);
}

/**
 * Reads a JPEG segment by segment, up to the first end marker. A segment starts with a 0xff byte and a marker byte.
 * Skips an embedded thumbnail. Ignores bytes after the end marker, which some phones append.
 */
function skipJpeg(view: DataView): void {
	for (let at = 2, marker = 0; marker !== 0xd9; ) {
		// Pixel data can contain a 0xff byte too, followed by 0 instead of a marker.
		while (view.getUint8(at++) !== 0xff);
		marker = view.getUint8(at);
		const isRestart = marker >= 0xd0 && marker <= 0xd7;
		const hasLength = marker > 0 && marker < 0xff && !isRestart && marker !== 0xd9;
		if (hasLength) at += 1 + view.getUint16(at + 1);
	}
}

function skipPng(view: DataView): void {
	const END = 0x49454e44;
	for (let at = 8; view.getUint32(at + 4) !== END; ) at += 12 + view.getUint32(at);
}
