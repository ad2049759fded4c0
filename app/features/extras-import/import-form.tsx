import type { SubmissionResult } from "@conform-to/react";
import * as z from "zod/mini";
import { MB } from "~/lib/units/bytes";
import { describedBy, Field } from "~/ui/forms/field";
import { PostForm } from "~/ui/forms/post-form";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { useForm } from "~/ui/forms/use-form";

const HINT = "El que descargaste de Mis Extras, o el archivo extras.csv de tus datos. Hasta 5 MB.";
/**
 * Maximum size of the posted form. It is enough for the request that confirms an import, which contains the rows of the
 * preview in compressed form.
 */
export const MAX_IMPORT_FORM_BYTES = 9 * MB;
const importSchema = z.strictObject({});

export function ImportForm({ result }: { result?: SubmissionResult<string[]> }) {
	const [form, fields] = useForm<typeof importSchema, "file" | "pasted">({
		id: "importar",
		lastResult: result,
		schema: importSchema,
	});
	const { file, pasted } = fields;
	return (
		<PostForm form={form} submit="Ver qué entra" cancel="/auth/work-overtime" encType="multipart/form-data">
			<Field field={file} label="Archivo" hint={HINT}>
				<input
					{...describedBy({ field: file, hint: HINT })}
					id={file.id}
					name="file"
					type="file"
					// Android calls a CSV file the third, and offers no file of another type.
					accept=".csv,text/csv,text/comma-separated-values"
					aria-invalid={file.errors ? true : undefined}
				/>
			</Field>
			<details className="fold" open={Boolean(pasted.initialValue)}>
				<summary>Pegar el contenido</summary>
				<TextAreaField
					field={pasted}
					label="Contenido del archivo"
					hint="Con la primera línea, la de los títulos."
				/>
			</details>
		</PostForm>
	);
}
