import type { SubmissionResult } from "@conform-to/react";
import { type ReactNode, useRef } from "react";
import type { DocumentImage } from "~/features/documents/photos/document-images.server";
import { Thumbnail } from "~/features/documents/photos/document-photo";
import { imageAddress, jpegAddress } from "~/features/documents/photos/image-address";
import { PhotoField } from "~/features/documents/photos/photo-field";
import { EditConflict } from "~/ui/forms/edit-conflict";
import { PostForm, type Prepare } from "~/ui/forms/post-form";
import { ResumedNote } from "~/ui/forms/resumed-note";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { PhotoDownload } from "~/ui/photo-download";
import { type DocumentValues, documentSchema, titleLimit } from "./document-schemas";

type FieldName = keyof DocumentValues;

interface DocumentFormProps {
	/** Key of the document, created with the form, so that a form sent twice creates only one document. */
	idFile: string;
	/** Id of the route whose action receives the form and, from JavaScript, single photos. */
	routeId: string;
	address: string;
	/** URL of the cancel link. */
	backTo?: string;
	/** Texts with which the fields are filled in at first. */
	document?: Partial<Record<FieldName, string | null>>;
	/** Version (a hash of the texts) that the document had when the form was loaded; undefined for a new document. */
	version?: string;
	/** Texts that another tab or device saved after the form was loaded. */
	saved?: Record<FieldName, string | null>;
	/** Sign-in fields, when the session has ended. Photos can be added only after signing in. */
	signIn?: ReactNode;
	/** Photos of the document, including uploaded photos that are not saved yet. */
	images: readonly DocumentImage[];
	/** Ids of photos marked for removal. */
	removeImages?: readonly string[];
	/** Whether the form reappears with the typed texts after the user has signed in again. */
	isResumed?: boolean;
	result?: SubmissionResult<string[]>;
}

const LABELS = {
	title: "Título",
	description: "Descripción",
	expiresOn: "Vence el (opcional)",
} as const satisfies Record<FieldName, string>;

export function DocumentForm(props: DocumentFormProps) {
	const {
		idFile,
		routeId,
		address,
		backTo = "/auth/my-documents",
		result,
		version,
		saved,
		signIn,
		isResumed,
		...shown
	} = props;
	const [form, fields] = useForm<typeof documentSchema, "images">({
		id: "documento",
		schema: documentSchema,
		lastResult: result,
		defaultValue: shown.document,
	});
	const prepare = useRef<Prepare>();
	return (
		<PostForm
			form={form}
			fields={fields}
			submit="Guardar"
			encType="multipart/form-data"
			isSignedOut={Boolean(signIn)}
			cancel={backTo}
			prepare={(element) => prepare.current?.(element)}
		>
			{isResumed && <ResumedNote />}
			{saved && <EditConflict labels={LABELS} saved={saved} typed={fields} />}
			{signIn}
			{/*
			 * The document's key precedes the photos, because the server stops reading at a photo that is too large.
			 */}
			<input type="hidden" name="idFile" value={idFile} />
			{version && <input type="hidden" name="version" value={version} />}
			<TextField field={fields.title} label={LABELS.title} hint={titleLimit} />
			<TextAreaField field={fields.description} label={LABELS.description} />
			<TextField
				field={fields.expiresOn}
				label={LABELS.expiresOn}
				hint="Te avisamos antes por correo, si tenés los avisos activados."
				type="date"
			/>
			{signIn ? (
				<>
					<p className="note">Las fotos que ibas a mandar hay que elegirlas de nuevo, después de ingresar.</p>
					{shown.removeImages?.map((id) => (
						<input key={id} type="hidden" name="removeImages" value={id} />
					))}
				</>
			) : (
				<>
					<StoredPhotos images={shown.images} removeImages={shown.removeImages ?? []} />
					<PhotoField
						field={fields.images}
						action={address}
						address={`${address}?_data=${encodeURIComponent(routeId)}`}
						images={shown.images}
						prepare={prepare}
					/>
				</>
			)}
		</PostForm>
	);
}

interface StoredPhotosProps {
	images: readonly DocumentImage[];
	removeImages: readonly string[];
}

function StoredPhotos({ images, removeImages }: StoredPhotosProps) {
	if (images.length === 0) return null;
	const hasPending = images.some(({ isPending }) => isPending);
	return (
		<fieldset className="kept">
			<legend>Fotos</legend>
			{hasPending && (
				<p className="hint">Las que dicen «sin guardar» ya las tenemos: no hace falta mandarlas de nuevo.</p>
			)}
			<ul className="photos">
				{images.map((image, index) => (
					<li key={image.id}>
						<a href={imageAddress(image.id, 1600)}>
							<Thumbnail image={image} alt={`Foto ${index + 1}`} />
						</a>
						<PhotoDownload href={jpegAddress(image.id)} what={`la foto ${index + 1}`} />
						{image.isPending && <span>Sin guardar</span>}
						<label>
							<input
								type="checkbox"
								name="removeImages"
								value={image.id}
								defaultChecked={removeImages.includes(image.id)}
								aria-label={`Quitar la foto ${index + 1}`}
							/>
							Quitar
						</label>
					</li>
				))}
			</ul>
		</fieldset>
	);
}
