/** A profile photo's UUID determines the name and the addresses of its file. */

/** Longest side in pixels: twice the size at which phones show it. */
export const PHOTO_PX = 320;

/** Name in the uploads folder. */
export function photoFile(photo: string): string {
	return `${photo}-${PHOTO_PX}.webp`;
}

/** Address of the photo, which only its owner may open, or of the default drawing. */
export function photoAddress(photo: string | null): string {
	return photo ? `/images/${photoFile(photo)}` : "/default-photo.svg";
}

/** Address at which the owner downloads the photo as a JPEG. */
export function photoJpegAddress(photo: string): string {
	return photoAddress(photo).replace(/webp$/, "jpg");
}
