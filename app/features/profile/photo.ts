/** File name and addresses of a profile photo. */

/** In pixels, twice the size that phones show. */
export const PHOTO_PX = 320;

/** File name of a profile photo in the uploads folder. */
export function photoFile(photo: string): string {
	return `${photo}-${PHOTO_PX}.webp`;
}

/** Address of a profile photo, which only its owner may open; the default drawing without a photo. */
export function photoAddress(photo: string | null): string {
	return photo ? `/images/${photoFile(photo)}` : "/default-photo.svg";
}

export function photoJpegAddress(photo: string): string {
	return photoAddress(photo).replace(/webp$/, "jpg");
}
