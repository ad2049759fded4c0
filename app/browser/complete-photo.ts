/**
 * Checks that a JPEG, PNG or WebP has its end marker: a browser would draw a truncated photo half grey. Other formats
 * are not checked.
 * @throws RangeError when the file is truncated
 */
export function requireComplete(file: ArrayBuffer): void {
	const view = new DataView(file);
	// The first byte of a format is enough; the server checks the rest.
	const first = view.getUint8(0);
	if (first === 0xff) skipJpeg(view);
	if (first === 0x89) skipPng(view);
	if (first === 0x52) view.getUint8(view.getUint32(4, true) + 7);
}

/**
 * Moves from marker to marker, so that the end marker of an embedded thumbnail is skipped with its segment. Stops at
 * the first end marker, because some phones append a second picture or a trailer.
 */
function skipJpeg(view: DataView): void {
	for (let at = 2, marker = 0; marker !== 0xd9; ) {
		// Skips pixel data, in which a 0xff byte is always followed by 0.
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
