/** File name and addresses of a profile photo. All are derived from the photo's UUID. */

/** Longest side in pixels: twice the size that phones show. */
export const PHOTO_PX = 320;

/** Name in the uploads folder. */
export function photoFile(photo: string): string {
	return `${photo}-${PHOTO_PX}.webp`;
}

/** Address of the photo, which only its owner may open. Without a photo, the address of the default drawing. */
export function photoAddress(photo: string | null): string {
	return photo ? `/images/${photoFile(photo)}` : "/default-photo.svg";
}

/** Address where the owner downloads the photo as a JPEG. */
export function photoJpegAddress(photo: string): string {
	return photoAddress(photo).replace(/webp$/, "jpg");
}
