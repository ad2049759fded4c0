import { useRef } from "react";
import * as z from "zod/mini";
import { withTimeout } from "~/browser/with-timeout";
import { describedBy, Field } from "~/ui/forms/field";
import { Opener } from "~/ui/forms/opener";
import { PostForm } from "~/ui/forms/post-form";
import { type FormResult, useForm } from "~/ui/forms/use-form";
import { PhotoDownload } from "~/ui/photo-download";
import { photoAddress } from "./photo";

const HINT = "JPEG, PNG o WebP, de hasta 15 MB.";
/** The schema has no fields, because only the server validates the image. */
const photoSchema = z.strictObject({});

interface PhotoFormProps {
	photo: string | null;
	result?: FormResult;
	/** Who is signed in, after a refusal: see `Opener`. */
	person?: string;
}

/** The current profile photo, and a field to replace the photo. */
export function PhotoForm({ photo, result, person }: PhotoFormProps) {
	const [form, fields] = useForm<typeof photoSchema, "photo">({
		id: "imagen",
		result,
		schema: photoSchema,
	});
	/** The newest result of `shrinkIn`, which is in the field. The next submit must not shrink this file again. */
	const ready = useRef<File>();
	const shrink = (element: HTMLFormElement) => {
		const input = element.elements.namedItem("photo");
		const file = input instanceof HTMLInputElement && input.files?.[0];
		if (!file || file === ready.current) return undefined;
		return shrinkIn(input, file).then((small) => {
			ready.current = small;
			return true;
		});
	};
	return (
		<PostForm
			form={form}
			submit="Cambiar la foto"
			intent="photo"
			encType="multipart/form-data"
			prepare={shrink}
		>
			<Opener person={person} />
			<img className="portrait" src={photoAddress(photo)} alt="Tu foto" width="96" height="96" />
			{photo && <PhotoDownload src={photoAddress(photo)} what="tu foto" />}
			<Field field={fields.photo} label="Imagen nueva" hint={HINT}>
				<input
					{...describedBy({ field: fields.photo, hint: HINT })}
					id={fields.photo.id}
					name="photo"
					type="file"
					accept="image/jpeg,image/png,image/webp"
					aria-invalid={fields.photo.errors ? true : undefined}
				/>
			</Field>
		</PostForm>
	);
}

/**
 * Replaces the file in the field with a smaller version.
 * @returns the new file, or the original if it was not shrunk
 */
async function shrinkIn(input: HTMLInputElement, file: File): Promise<File> {
	try {
		const { PORTRAIT, shrinkPhoto } = await withTimeout(import("~/browser/shrink-photo"));
		const photo = await shrinkPhoto(file, PORTRAIT);
		// Another photo may have been chosen meanwhile.
		if (photo === file || input.files?.[0] !== file) return file;
		const transfer = new DataTransfer();
		transfer.items.add(new File([photo], file.name, { type: photo.type }));
		input.files = transfer.files;
		return input.files[0] ?? file;
	} catch {
		return file;
	}
}
