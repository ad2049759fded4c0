import { Icon } from "~/ui/icons";

/** URLs with which a user shares a shift calendar: `image` is a picture, `message` opens WhatsApp. */
export interface Share {
	image: string;
	message: string;
}

/** Button that opens the ways to share a shift calendar. Works without JavaScript. */
export function ShareMenu({ share, title }: { share: Share; title: string }) {
	return (
		<details className="share">
			<summary className="btn">
				<Icon name="share" />
				<span>
					Compartir<span className="hidden-text"> {title.toLowerCase()}</span>
				</span>
			</summary>
			<a className="btn" href={share.image} download="">
				Guardar la imagen
			</a>
			<a className="btn" href={share.message} rel="noreferrer">
				Mandar por WhatsApp
			</a>
		</details>
	);
}
