/** A photo of a document is known by a UUID; its two files, their addresses and sizes follow from it. */

/** Longest sides in pixels: to look at it, and for a card. A smaller photo stays as small as it is. */
export const IMAGE_SIZES_PX = [1600, 320] as const;

type SizePx = (typeof IMAGE_SIZES_PX)[number];

/** The most images of one document. */
export const MAX_IMAGES = 10;

/** Names in the uploads folder, the large one first. */
export function imageFiles(id: string): string[] {
	return IMAGE_SIZES_PX.map((px) => imageFile(id, px));
}

/** Where its owner, and nobody else, sees it. */
export function imageAddress(id: string, px: SizePx): string {
	return `/images/${imageFile(id, px)}`;
}

/** Where its owner saves the large one as a JPEG. */
export function jpegAddress(id: string): string {
	return imageAddress(id, IMAGE_SIZES_PX[0]).replace(/webp$/, "jpg");
}

/** Width and height of the small file, from those of the large one. */
export function smallSize({ width, height }: { width: number; height: number }): {
	width: number;
	height: number;
} {
	const scale = Math.min(1, IMAGE_SIZES_PX[1] / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The id in the name of a file of ours. */
export function imageIdOf(file: string): string | undefined {
	const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+\.webp$/.exec(file)?.[1];
	return id && imageFiles(id).includes(file) ? id : undefined;
}

function imageFile(id: string, px: SizePx): string {
	return `${id}-${px}.webp`;
}
