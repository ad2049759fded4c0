/**
 * Requires that a JPEG, PNG or WebP file is complete: a browser would draw a truncated photo half grey.
 * @throws RangeError for a truncated file
 */
export function requireComplete(file: ArrayBuffer): void {
	const view = new DataView(file);
	const first = view.getUint8(0);
	if (first === 0xff) skipJpeg(view);
	if (first === 0x89) skipPng(view);
	if (first === 0x52) view.getUint8(view.getUint32(4, true) + 7);
}

/**
 * Reads a JPEG segment by segment (0xff, then a marker byte) up to the end marker. Does not look for this marker at the
 * end of the file, because some phones append bytes after it.
 */
function skipJpeg(view: DataView): void {
	for (let at = 2, marker = 0; marker !== 0xd9; ) {
		// Finds the next 0xff. In the pixel data of a JPEG, 0xff is followed by 0 or a restart marker, and begins no segment
		// with a length.
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
