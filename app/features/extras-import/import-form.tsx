import type { ComponentProps } from "react";
import * as z from "zod/mini";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { MB } from "~/lib/units/bytes";
import { describedBy, Field } from "~/ui/forms/field";
import { PostForm } from "~/ui/forms/post-form";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";

const HINT = "El que descargaste de Mis Extras, o el archivo extras.csv de tus datos. Hasta 5 MB.";
/**
 * Maximum size of the posted form. It is enough for the request that confirms an import, which contains the rows of the
 * preview in compressed form.
 */
export const MAX_IMPORT_FORM_BYTES = 9 * MB;
/** The texts of the form and of its preview, which `importAction` checks. */
export const importSchema = z.strictObject({
	pasted: z.optional(z.string()),
	confirmed: z.optional(z.string()),
});

interface ImportFormProps extends Partial<Pick<ComponentProps<SignedOutForm>, "shown" | "signIn">> {
	result?: FormResult;
}

/** With `signIn`, the form has no file, which a browser would not send again. */
export function ImportForm({ result, shown, signIn }: ImportFormProps) {
	const [form, fields] = useForm<typeof importSchema, "file">({
		id: "importar",
		result,
		schema: importSchema,
		defaultValue: shown,
	});
	const { file, pasted } = fields;
	return (
		<PostForm
			form={form}
			submit="Ver qué entra"
			cancel="/auth/work-overtime"
			encType="multipart/form-data"
			isSignedOut={signIn !== undefined}
		>
			{signIn ?? (
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
			)}
			{shown?.confirmed ? (
				<input type="hidden" name="confirmed" value={shown.confirmed} />
			) : (
				<details className="fold" open={Boolean(pasted.initialValue)}>
					<summary>Pegar el contenido</summary>
					<TextAreaField
						field={pasted}
						label="Contenido del archivo"
						hint="Con la primera línea, la de los títulos."
					/>
				</details>
			)}
		</PostForm>
	);
}
