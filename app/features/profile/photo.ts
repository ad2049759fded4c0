import { MB } from "~/lib/units/bytes";

/**
 * Longest side of a stored profile photo in pixels: more than three times the 96 CSS pixels at which pages show it, for
 * screens with a high resolution.
 */
export const PHOTO_PX = 320;

/** Maximum size of the posted form: one photo of the largest size, and the other fields. */
export const MAX_PHOTO_FORM_BYTES = 16 * MB;

/** File name of a profile photo in the uploads folder. */
export function photoFile(photo: string): string {
	return `${photo}-${PHOTO_PX}.webp`;
}

/**
 * URL path of a profile photo, which only the photo's owner may open. Without a photo, the path of the default drawing.
 */
export function photoAddress(photo: string | null): string {
	return photo ? `/images/${photoFile(photo)}` : "/default-photo.svg";
}

export function photoJpegAddress(photo: string): string {
	return photoAddress(photo).replace(/webp$/, "jpg");
}
