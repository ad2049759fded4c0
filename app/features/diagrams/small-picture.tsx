/** Addresses and size of a shift calendar's picture. */
export interface PictureLink {
	src: string;
	/** Address from which the user downloads the picture. */
	share: string;
	width: number;
	height: number;
}

/**
 * A small picture of a shift calendar that links to the picture's page. The user can enlarge all small pictures of
 * the surrounding page with a checkbox.
 */
export function SmallPicture({
	picture,
	title,
	href,
}: {
	picture: PictureLink;
	title: string;
	href: string;
}) {
	return (
		<a className="picture" href={href}>
			<img
				src={picture.src}
				width={picture.width}
				height={picture.height}
				alt=""
				loading="lazy"
				decoding="async"
			/>
			<span>Imagen de {title.toLowerCase()}</span>
		</a>
	);
}

/** A picture of a shift calendar with a download button. */
export function LargePicture({ picture, title }: { picture: PictureLink; title: string }) {
	return (
		<figure className="large-picture">
			<img
				src={picture.src}
				width={picture.width}
				height={picture.height}
				alt={`${title}, todas las escuadras`}
				decoding="async"
			/>
			<figcaption>
				<a className="button" href={picture.share} download="">
					Descargar la imagen
				</a>
			</figcaption>
		</figure>
	);
}
