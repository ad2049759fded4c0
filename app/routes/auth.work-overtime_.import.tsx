import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { importAction } from "~/features/extras-import/import-action.server";
import { ImportForm, importSchema, MAX_IMPORT_FORM_BYTES } from "~/features/extras-import/import-form";
import { ImportPreviewSection } from "~/features/extras-import/import-preview";
import { readTyped } from "~/features/extras-import/read-typed.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Importar extras";

export const meta = () => pageTitle(TITLE);

export const handle = {
	SignedOutForm: ImportForm satisfies SignedOutForm,
	uploadBytes: MAX_IMPORT_FORM_BYTES,
};

export async function loader({ request }: LoaderFunctionArgs) {
	await requireUser(request);
	return json(null);
}

export async function action({ request }: ActionFunctionArgs) {
	const read = () => readTyped(request);
	const user = await requireUserToFill(request, { title: TITLE, schema: importSchema, read });
	return importAction(request, user.id);
}

export default function ImportExtrasPage() {
	const { result, preview } = useActionData<typeof action>() ?? {};
	return (
		<div className="narrow">
			<BackLink to="/auth/work-overtime">Mis Extras</BackLink>
			<h1>{TITLE}</h1>
			{preview ? (
				<ImportPreviewSection preview={preview} />
			) : (
				<>
					<p>
						Traé las extras del archivo que descargaste de Relevo. Antes de guardar te mostramos qué entra:
						las que ya tenés no se repiten ni cambian.
					</p>
					<ImportForm result={result ?? undefined} />
				</>
			)}
		</div>
	);
}
