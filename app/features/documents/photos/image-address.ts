/** URLs of a document's photo, derived from the photo's UUID. */
import { IMAGE_SIZES_PX, type ImageSizePx, imageFile } from "~/lib/images/image-files";

/** Maximum number of photos per document. */
export const MAX_IMAGES = 10;

/** URL path of a photo's file. Only the photo's owner may open this URL. */
export function imageAddress(id: string, px: ImageSizePx): string {
	return `/images/${imageFile(id, px)}`;
}

/** Size of a photo's small file, computed from the large one. */
export function smallSize({ width, height }: { width: number; height: number }) {
	const scale = Math.min(1, IMAGE_SIZES_PX[1] / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
