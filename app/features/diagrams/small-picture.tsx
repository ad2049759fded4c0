/** The addresses and the size of a picture. */
export interface PictureLink {
	src: string;
	/** Address of the file to download. */
	share: string;
	width: number;
	height: number;
}

/** A picture that links to its own page. It is shown small until the visitor switches on the page's zoom. */
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

/** A picture with a download button. */
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
