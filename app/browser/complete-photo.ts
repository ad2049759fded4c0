/**
 * Goes through a JPEG, PNG or WebP up to its own end. One whose copy was broken off has none, and a browser draws what there
 * is of it, half grey. Of any other file nothing is asked.
 * @throws RangeError when it is cut short
 */
export function requireWhole(file: ArrayBuffer): void {
	const view = new DataView(file);
	// The first byte of each is enough: what only begins like one is for the server to judge.
	const first = view.getUint8(0);
	if (first === 0xff) skipJpeg(view);
	if (first === 0x89) skipPng(view);
	if (first === 0x52) view.getUint8(view.getUint32(4, true) + 7);
}

/**
 * From marker to marker. A thumbnail with an end of its own lies inside a segment, and what phones append (a second picture,
 * a trailer) behind the end.
 */
function skipJpeg(view: DataView): void {
	for (let at = 2, marker = 0; marker !== 0xd9; ) {
		// Between markers are the pixels, in which a byte 255 is followed by 0.
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
