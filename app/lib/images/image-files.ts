/** Files of people's photos in the uploads folder, named after the photo's UUID and their longest side. */

/** Longest sides in pixels of the large and the small file of a document's photo. Photos are never enlarged. */
export const IMAGE_SIZES_PX = [1600, 320] as const;

export type ImageSizePx = (typeof IMAGE_SIZES_PX)[number];

/**
 * Longest side of a stored profile photo in pixels: more than three times the 96 CSS pixels at which pages show it, for
 * screens with a high resolution.
 */
export const PHOTO_PX = 320;

/** Name of a document photo's file with this longest side. */
export function imageFile(id: string, px: ImageSizePx): string {
	return `${id}-${px}.webp`;
}

/** Names of a document photo's files, the large file first. */
export function imageFiles(id: string): string[] {
	return IMAGE_SIZES_PX.map((px) => imageFile(id, px));
}

/** Name of a profile photo's file. */
export function photoFile(photo: string): string {
	return `${photo}-${PHOTO_PX}.webp`;
}
