/** A picture: four bytes a pixel, red, green, blue and alpha, as a canvas has them. */
export interface Pixels {
	data: Uint8ClampedArray<ArrayBuffer>;
	width: number;
	height: number;
}

/** A place in a picture, as parts of its width and height, from 0 to 1. */
export interface Place {
	x: number;
	y: number;
}

/** The corners of a sheet: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Place, Place, Place, Place];

/** Brightness of each pixel, from 0 to 255. */
export function brightness({ data, width, height }: Pixels): Uint8Array {
	const light = new Uint8Array(width * height);
	for (let at = 0; at < light.length; at++) {
		const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]];
		light[at] = (red * 299 + green * 587 + blue * 114) / 1000;
	}
	return light;
}
