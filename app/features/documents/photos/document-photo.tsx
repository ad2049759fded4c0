import { IMAGE_SIZES_PX } from "~/lib/images/image-files";
import type { DocumentImage } from "./document-images.server";
import { imageAddress, smallSize } from "./image-address";

interface DocumentPhotoProps {
	image: DocumentImage;
	alt: string;
}

/** The small version of a document's photo, for a card or a form. */
export function Thumbnail({ image, alt }: DocumentPhotoProps) {
	const address = imageAddress(image.id, IMAGE_SIZES_PX[1]);
	return <img src={address} alt={alt} {...smallSize(image)} loading="lazy" decoding="async" />;
}

interface LargePhotoProps extends DocumentPhotoProps {
	/** Whether the photo is the first on the page. It then loads at once, because it is visible when the page opens. */
	isFirst: boolean;
}

/** A photo in the width of a narrow window, or 720 pixels wide. The browser loads the smallest sufficient file. */
export function LargePhoto({ image, alt, isFirst }: LargePhotoProps) {
	const { id, width, height } = image;
	const [large, small] = [imageAddress(id, IMAGE_SIZES_PX[0]), imageAddress(id, IMAGE_SIZES_PX[1])];
	return (
		<img
			src={large}
			srcSet={`${small} ${smallSize(image).width}w, ${large} ${width}w`}
			sizes="(min-width: 768px) 720px, 100vw"
			alt={alt}
			width={width}
			height={height}
			loading={isFirst ? undefined : "lazy"}
			decoding="async"
		/>
	);
}
