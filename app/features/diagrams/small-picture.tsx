/** Where a picture is and how large it is. */
export interface PictureLink {
	src: string;
	share: string;
	width: number;
	height: number;
}

/** A picture beside its table, small until the page's zoom is on; it leads to its own page. */
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

/** The picture of a page of its own, with a way to save or send it. */
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
