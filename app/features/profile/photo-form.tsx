import type { SubmissionResult } from "@conform-to/react";
import * as z from "zod/mini";
import { ErrorSummary } from "~/ui/error-summary";
import { describedBy, Field } from "~/ui/field";
import { PhotoDownload } from "~/ui/photo-download";
import { SubmitButton } from "~/ui/submit-button";
import { useForm } from "~/ui/use-form";
import { photoAddress, photoJpegAddress } from "./photo";

interface PhotoFormProps {
	/** The present one. */
	photo: string | null;
	/** The answer, when it is this form's. */
	result?: SubmissionResult<string[]>;
}

const HINT = "JPEG, PNG o WebP, de hasta 15 MB.";
/** The image itself is checked where it is read. */
const photoSchema = z.strictObject({});

/** The present photo and a field for another one. A browser never fills a file field in again. */
export function PhotoForm({ photo, result }: PhotoFormProps) {
	const [form, fields] = useForm<typeof photoSchema, "photo">({
		id: "imagen",
		lastResult: result,
		schema: photoSchema,
	});
	return (
		<form
			className="form"
			id={form.meta.id}
			method="post"
			action="#foto"
			encType="multipart/form-data"
			noValidate
			data-check=""
		>
			<ErrorSummary form={form.meta} fields={fields} />
			<img className="portrait" src={photoAddress(photo)} alt="Tu foto" width="96" height="96" />
			{photo && <PhotoDownload href={photoJpegAddress(photo)} what="tu foto" />}
			<Field field={fields.photo} label="Imagen nueva" hint={HINT}>
				<input
					{...describedBy({ field: fields.photo, hint: HINT })}
					id={fields.photo.id}
					name="photo"
					type="file"
					accept="image/jpeg,image/png,image/webp"
				/>
			</Field>
			<p className="row">
				<SubmitButton intent="photo">Cambiar la foto</SubmitButton>
			</p>
		</form>
	);
}
