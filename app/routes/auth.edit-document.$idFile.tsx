import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { DocumentForm } from "~/features/documents/document-form";
import { documentSchema } from "~/features/documents/document-schemas";
import { documentVersion, requireDocument } from "~/features/documents/documents.server";
import { listImages } from "~/features/documents/photos/document-images.server";
import { MAX_DOCUMENT_FORM_BYTES } from "~/features/documents/saving/image-bytes";
import { readTextsOnly } from "~/features/documents/saving/read-document-form.server";
import { saveDocumentAction } from "~/features/documents/saving/save-document-action.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { askToAddAgain } from "~/lib/records/ask-to-add-again.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Editar documento";

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

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const document = await requireDocument(user.id, params.idFile);
	return {
		document,
		version: documentVersion(document),
		images: await listImages(user.id, document.idFile),
		backTo: returnPath(requestContext().url.searchParams.get("redirectTo")) ?? "/auth/my-documents",
	};
}

export async function action({ request, params }: ActionFunctionArgs) {
	const read = () => readTextsOnly(request);
	const user = await requireUserToFill(request, { title: TITLE, schema: documentSchema, read });
	const { idFile = "" } = params;
	const key = { user_id: user.id, kind: "documents", id: idFile } as const;
	const added = `/auth/my-document/add-document?idFile=${idFile}`;
	await requireDocument(user.id, idFile).catch(askToAddAgain(key, added));
	return saveDocumentAction(request, user, TITLE, idFile);
}

export default function EditDocumentPage() {
	const { document, version, images, backTo } = useLoaderData<typeof loader>();
	const actionData = useActionData<typeof action>();
	const refused = actionData && "result" in actionData ? actionData : undefined;
	return (
		<div className="narrow">
			<BackLink to={backTo}>Mis Documentos</BackLink>
			<h1>{TITLE}</h1>
			<DocumentForm
				idFile={document.idFile}
				shown={document}
				images={images}
				version={version}
				backTo={backTo}
				{...refused}
			/>
		</div>
	);
}
