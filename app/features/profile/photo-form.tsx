import type { SubmissionResult } from "@conform-to/react";
import { useRef } from "react";
import * as z from "zod/mini";
import { inTime } from "~/browser/with-timeout";
import { describedBy, Field } from "~/ui/forms/field";
import { PostForm } from "~/ui/forms/post-form";
import { useForm } from "~/ui/forms/use-form";
import { PhotoDownload } from "~/ui/photo-download";
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
	/** What was made small already, or cannot be. */
	const ready = useRef<File>();
	const makeSmall = (element: HTMLFormElement) => {
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
			fields={fields}
			submit="Cambiar la foto"
			intent="photo"
			action="#foto"
			encType="multipart/form-data"
			prepare={makeSmall}
		>
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
		</PostForm>
	);
}

/** Puts a smaller photo into its field. @returns the file in it, which is the same where that cannot be done */
async function shrinkIn(input: HTMLInputElement, file: File): Promise<File> {
	try {
		const { PORTRAIT, shrinkPhoto } = await inTime(import("~/browser/shrink-photo"));
		const photo = await shrinkPhoto(file, PORTRAIT);
		if (photo === file) return file;
		const transfer = new DataTransfer();
		transfer.items.add(new File([photo], file.name, { type: photo.type }));
		input.files = transfer.files;
		return input.files[0] ?? file;
	} catch {
		return file;
	}
}
