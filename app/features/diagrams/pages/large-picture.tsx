import type { PictureAddress } from "~/features/diagrams/pictures/picture-address.server";

/** A picture of a shift calendar; printed pages show the calendar itself. */
export function LargePicture({ picture, title }: { picture: PictureAddress; title: string }) {
	return (
		<p className="large-picture screen-only">
			<img
				src={picture.src}
				width={picture.width}
				height={picture.height}
				alt={title}
				loading="lazy"
				decoding="async"
			/>
		</p>
	);
}
