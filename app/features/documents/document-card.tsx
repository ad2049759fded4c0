import { ExpiryLabel } from "~/features/documents/expiry/expiry-label";
import { Thumbnail } from "~/features/documents/photos/document-photo";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { DeleteLink } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { deletionOf } from "./document-deletion";
import type { ListedDocument } from "./document-list.server";

interface DocumentCardProps {
	document: ListedDocument;
	today: CivilDate;
	id: string;
	/** Path of the list with this document, to open after an edit. */
	here: string;
	/** Path to open after the user deletes the document or cancels. */
	backTo: string;
}

/** A document in the list, with the first photos of the document. */
export function DocumentCard({ document, today, id, here, backTo }: DocumentCardProps) {
	const { idFile, title, description, expiresOn, createdOn, editedOn, images, imageCount } = document;
	const page = `/auth/view-document/${idFile}`;
	const returning = `redirectTo=${encodeURIComponent(here)}`;
	const view = `${page}?${returning}`;
	const more = imageCount - images.length;
	return (
		<li className="card document" id={id}>
			<h2>
				<a href={view}>{title}</a>
			</h2>
			{expiresOn && <ExpiryLabel expiresOn={expiresOn} today={today} />}
			<p className="excerpt">{description}</p>
			{images.length > 0 && (
				<a className="thumbs" href={view}>
					{images.map((image, index) => (
						// The first photo's alternative text names the link for screen readers, so the other photos need no
						// text.
						<Thumbnail
							key={image.id}
							image={image}
							alt={index === 0 ? `Ver ${photosOf(imageCount)} de ${title}` : ""}
						/>
					))}
					{more > 0 && <span aria-hidden="true">+{more}</span>}
				</a>
			)}
			<p className="hint">
				Creado el {formatShortDate(createdOn)}
				{editedOn && ` · Editado el ${formatShortDate(editedOn)}`}
			</p>
			<p className="row">
				<a className="btn" href={view} aria-label={`Ver ${title}`}>
					<Icon name="eye" /> Ver
				</a>
				<a className="btn" href={`/auth/edit-document/${idFile}?${returning}`} aria-label={`Editar ${title}`}>
					<Icon name="pencil" /> Editar
				</a>
				<DeleteLink deletion={deletionOf(document)} page={page} backTo={backTo} label={`Eliminar ${title}`} />
			</p>
		</li>
	);
}

function photosOf(count: number): string {
	return count === 1 ? "la foto" : `las ${count} fotos`;
}
