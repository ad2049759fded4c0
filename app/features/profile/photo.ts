/** A profile photo is known by a UUID; what the file, the address and the default one are called follows from it. */

/** Longest side in pixels: twice what a phone shows of it. */
export const PHOTO_PX = 320;

/** Name in the uploads folder. */
export function photoFile(photo: string): string {
	return `${photo}-${PHOTO_PX}.webp`;
}

/** Where it is seen: a person's own, which nobody else may, or the drawing that stands for none. */
export function photoAddress(photo: string | null): string {
	return photo ? `/images/${photoFile(photo)}` : "/default-photo.svg";
}

/** Where a person saves their photo as a JPEG. */
export function photoJpegAddress(photo: string): string {
	return photoAddress(photo).replace(/webp$/, "jpg");
}
