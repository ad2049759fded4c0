import type { PictureAddress } from "./picture-address.server";

/** A picture of a shift calendar, which opens on a click. Printed pages show the calendar itself instead. */
export function LargePicture({ picture, title }: { picture: PictureAddress; title: string }) {
	return (
		<details className="fold large-picture screen-only">
			<summary>Ver la imagen</summary>
			<img
				src={picture.src}
				width={picture.width}
				height={picture.height}
				alt={title}
				loading="lazy"
				decoding="async"
			/>
		</details>
	);
}
