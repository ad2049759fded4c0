import type { CivilDate } from "~/lib/time/civil-date";
import { ArrowLink } from "~/ui/back-link";
import { RegisterWorker } from "~/ui/frame/register-worker-script";
import { Icon } from "~/ui/icons";
import { PhotoDownload } from "~/ui/photo-download";
import type { DocumentAtHand } from "./at-hand.server";
import { Validity } from "./expiry/validity";
import { imageAddress } from "./photos/image-address";

/**
 * One screen for each photo, with links to the screens beside. Plain anchors, so that a copy of the page works without
 * signal, and the browser's own zoom.
 */
export function GatePhotos({ documents, today }: { documents: readonly DocumentAtHand[]; today: CivilDate }) {
	const screens = documents.flatMap((document) => screensOf(document));
	return (
		<>
			<RegisterWorker />
			<h1 className="hidden-text">Para la portería</h1>
			{screens.map(({ document, image, place }, index) => {
				const { title, description, expiresOn, images } = document;
				const name = images.length > 1 ? `${title}, foto ${place}` : title;
				return (
					<section key={image?.id ?? document.idFile} id={placeOf(index)} aria-label={name}>
						<div className="gate-head">
							<ArrowLink to="/auth/my-documents" label="Volver a Mis Documentos" />
							<h2>
								<bdi>{title}</bdi>
							</h2>
							{images.length > 1 && <span>{`${place} de ${images.length}`}</span>}
						</div>
						{image ? (
							<div className="gate-photo">
								<img
									src={imageAddress(image.id, 1600)}
									alt={`Foto ${place} de ${title}`}
									width={image.width}
									height={image.height}
									loading={index === 0 ? undefined : "lazy"}
									decoding="async"
								/>
								<PhotoDownload src={imageAddress(image.id, 1600)} what={`la foto ${place}`} />
							</div>
						) : (
							<p className="gate-photo lines">
								<bdi>{description}</bdi>
							</p>
						)}
						{expiresOn && <Validity expiresOn={expiresOn} today={today} />}
						{screens.length > 1 && (
							<nav className="gate-way" aria-label={`Desde ${name}`}>
								<Step to={index - 1} of={screens.length} sign="left" text="Anterior" />
								<Step to={index + 1} of={screens.length} sign="right" text="Siguiente" />
							</nav>
						)}
					</section>
				);
			})}
		</>
	);
}

/** The photos of a document, each with its number; for one without photos, whose words are shown, no photo. */
function screensOf(document: DocumentAtHand) {
	const images = document.images.length > 0 ? document.images : [undefined];
	return images.map((image, index) => ({ document, image, place: index + 1 }));
}

function placeOf(index: number): string {
	return `foto-${index + 1}`;
}

/** Link to the screen before or after, around the ends too: with gloves, one key is enough for all photos. */
function Step({ to, of, sign, text }: { to: number; of: number; sign: "left" | "right"; text: string }) {
	const icon = <Icon name={sign} />;
	return (
		<a className="btn" href={`#${placeOf((to + of) % of)}`}>
			{sign === "left" && icon}
			{text}
			{sign === "right" && icon}
		</a>
	);
}
