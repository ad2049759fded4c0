import { photoFile } from "~/lib/images/image-files";
import { MB } from "~/lib/units/bytes";

/** Maximum size of the posted form: one photo of the largest size, and the other fields. */
export const MAX_PHOTO_FORM_BYTES = 16 * MB;

/**
 * URL path of a profile photo, which only the photo's owner may open. Without a photo, the path of the default drawing.
 */
export function photoAddress(photo: string | null): string {
	return photo ? `/images/${photoFile(photo)}` : "/default-photo.svg";
}
