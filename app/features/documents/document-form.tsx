import { useEffect, useRef } from "react";
import type { DocumentImage } from "~/features/documents/photos/document-images.server";
import { Thumbnail } from "~/features/documents/photos/document-photo";
import { imageAddress } from "~/features/documents/photos/image-address";
import { PhotoField } from "~/features/documents/photos/photo-field";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Prepare } from "~/ui/forms/post-form";
import { RadioField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { PhotoDownload } from "~/ui/photo-download";
import { RecordForm, type RecordFormProps } from "~/ui/records/record-form";
import {
	categories,
	categoryNames,
	isCategory,
	isProposedTitle,
	proposalFor,
	proposedTitle,
} from "./categories";
import { type DocumentValues, documentSchema, titleLimit } from "./document-schemas";

type FieldName = keyof DocumentValues;

interface DocumentFormProps extends Omit<RecordFormProps<FieldName>, "shown"> {
	/** Key of the document, created with the form, so that a form sent twice creates only one document. */
	idFile: string;
	/** URL of the cancel link. */
	backTo?: string;
	/** For a new document: the date in the title that the form proposes. */
	today?: CivilDate;
	/** Texts with which the fields are filled in at first. */
	shown?: RecordFormProps<FieldName>["shown"];
	/** Photos of the document, including uploaded photos that are not saved yet. */
	images?: readonly DocumentImage[];
	/** Ids of photos marked for removal. */
	removeImages?: readonly string[];
}

const LABELS = {
	category: "Qué es",
	title: "Título",
	description: "Descripción",
	expiresOn: "Vence el (opcional)",
} as const satisfies Record<FieldName, string>;

const PHOTOS_AGAIN = "Las fotos que ibas a mandar hay que elegirlas de nuevo";

const OPTIONS = categories.map((value) => ({ value, label: categoryNames[value].one }));

export function DocumentForm({
	idFile,
	backTo = "/auth/my-documents",
	today,
	shown,
	images = [],
	removeImages = [],
	...props
}: DocumentFormProps) {
	const [form, fields] = useForm<typeof documentSchema, "images">({
		id: "documento",
		schema: documentSchema,
		result: props.result,
		defaultValue: shown ?? (today ? proposalFor(today) : undefined),
	});
	const prepare = useRef<Prepare>();
	useProposedTexts(today);
	return (
		<RecordForm
			form={form}
			submit="Guardar"
			encType="multipart/form-data"
			cancel={backTo}
			isFloating
			prepare={(element) => prepare.current?.(element)}
			record={props}
			// Precedes the photos in the form, because the server stops reading at a photo that is too large.
			idFile={idFile}
			labels={LABELS}
			options={{ category: OPTIONS }}
		>
			{/* The server reads the texts before the photos, so that they come first in the page too. */}
			<div className={props.version ? undefined : "photos-first"}>
				<div>
					<RadioField field={fields.category} label={LABELS.category} options={OPTIONS} />
					<TextField field={fields.title} label={LABELS.title} hint={titleLimit} />
					<TextAreaField field={fields.description} label={LABELS.description} />
					<TextField
						field={fields.expiresOn}
						label={LABELS.expiresOn}
						hint="Te avisamos antes, si tenés los avisos activados."
						type="date"
					/>
				</div>
				{props.signIn ? (
					<div>
						<p className="note">{PHOTOS_AGAIN}, después de ingresar.</p>
						{removeImages.map((id) => (
							<input key={id} type="hidden" name="removeImages" value={id} />
						))}
					</div>
				) : (
					<PhotoField field={fields.images} images={images} prepare={prepare}>
						{props.isResumed && <p className="note">{PHOTOS_AGAIN}.</p>}
						<StoredPhotos images={images} removeImages={removeImages} />
					</PhotoField>
				)}
			</div>
		</RecordForm>
	);
}

/**
 * Keeps the proposed title of a new document true to the chosen kind, until the user types another. A proposed text is
 * selected when it gets the focus, so that typing replaces it.
 */
function useProposedTexts(today: CivilDate | undefined): void {
	useEffect(() => {
		if (!today) return;
		const onChange = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement) || target.name !== "category" || !isCategory(target.value))
				return;
			const title = target.form?.elements.namedItem("title");
			if (title instanceof HTMLInputElement && isProposedTitle(title.value, today))
				title.value = proposedTitle(target.value, today);
		};
		const onFocus = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
			const isProposed =
				isProposedTitle(target.value, today) || target.value === proposalFor(today).description;
			if (isProposed) target.select();
		};
		addEventListener("change", onChange);
		addEventListener("focusin", onFocus);
		return () => {
			removeEventListener("change", onChange);
			removeEventListener("focusin", onFocus);
		};
	}, [today]);
}

interface StoredPhotosProps {
	images: readonly DocumentImage[];
	removeImages: readonly string[];
}

function StoredPhotos({ images, removeImages }: StoredPhotosProps) {
	if (images.length === 0) return null;
	const hasPending = images.some(({ isPending }) => isPending);
	return (
		<>
			{hasPending && (
				<p className="hint">Las que dicen «sin guardar» ya las tenemos: no hace falta mandarlas de nuevo.</p>
			)}
			<ul className="photos kept">
				{images.map((image, index) => (
					<li key={image.id}>
						<a href={imageAddress(image.id, 1600)}>
							<Thumbnail image={image} alt={`Foto ${index + 1}`} />
						</a>
						<PhotoDownload src={imageAddress(image.id, 1600)} what={`la foto ${index + 1}`} />
						{image.isPending && (
							<>
								<span>Sin guardar</span>
								<input type="hidden" name="keptImages" value={`${image.id} ${image.hash}`} />
							</>
						)}
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
		</>
	);
}
