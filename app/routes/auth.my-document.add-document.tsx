import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { addAddress, listAddress } from "~/features/documents/document-filter";
import { DocumentForm } from "~/features/documents/document-form";
import { documentSchema } from "~/features/documents/document-schemas";
import { documentVersion, findDocument } from "~/features/documents/documents.server";
import { listImages } from "~/features/documents/photos/document-images.server";
import { MAX_DOCUMENT_FORM_BYTES } from "~/features/documents/saving/image-bytes";
import { readTextsOnly } from "~/features/documents/saving/read-document-form.server";
import { saveDocumentAction } from "~/features/documents/saving/save-document-action.server";
import { requireKeyInAddress } from "~/lib/forms/form-state.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Agregar documento";

export const meta = () => pageTitle(TITLE);

export const handle = {
	hydrate: true,
	SignedOutForm: DocumentForm satisfies SignedOutForm,
	uploadBytes: MAX_DOCUMENT_FORM_BYTES,
};

export {
	revalidateWhenPublished as shouldRevalidate,
	sendDocument as clientAction,
} from "~/features/documents/send-document";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const idFile = requireKeyInAddress(request);
	// If the user goes back to this page after saving, the form shows the saved document.
	const saved = await findDocument({ userId: user.id, idFile });
	return {
		idFile,
		saved,
		version: saved && documentVersion(saved),
		images: await listImages(user.id, idFile),
		today: plantToday(),
		backTo: returnPath(requestContext().url.searchParams.get("redirectTo")) ?? listAddress(),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const read = () => readTextsOnly(request);
	const user = await requireUserToFill(request, { title: TITLE, schema: documentSchema, read });
	return saveDocumentAction(request, user, TITLE);
}

export default function AddDocumentPage() {
	const { idFile, saved, version, images, today, backTo } = useLoaderData<typeof loader>();
	const actionData = useActionData<typeof action>();
	const refused = actionData && "result" in actionData ? actionData : undefined;
	return (
		<div className="narrow">
			<BackLink to={backTo}>Mis Documentos</BackLink>
			<h1>{TITLE}</h1>
			{saved && !refused && (
				<p className="note">
					Este documento ya está guardado: si cambiás algo, cambia ese.{" "}
					<a href={addAddress(backTo)} target="_self">
						Agregar otro
					</a>
				</p>
			)}
			<DocumentForm
				idFile={idFile}
				shown={saved}
				today={today}
				images={images}
				version={version}
				backTo={backTo}
				{...refused}
			/>
		</div>
	);
}
