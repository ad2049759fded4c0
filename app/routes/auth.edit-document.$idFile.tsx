import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions.server";
import { saveDocumentForm } from "~/features/documents/document-action.server";
import { DocumentForm } from "~/features/documents/document-form";
import { listImages } from "~/features/documents/document-images.server";
import { requireDocument } from "~/features/documents/documents.server";
import { documentSchema } from "~/features/documents/schemas.server";
import { constraintOf } from "~/lib/form.server";
import { messages } from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ToastMessage } from "~/ui/toast-message";

export const meta = () => pageTitle("Editar documento");

export const handle = { script: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const document = await requireDocument(user.id, params.idFile);
	return json({
		document,
		images: await listImages(user.id, document.idFile),
		constraint: constraintOf(documentSchema),
	});
}

export async function action({ request, params }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	const { idFile } = await requireDocument(user.id, params.idFile);
	return saveDocumentForm(request, user, idFile);
}

export default function EditDocumentPage() {
	const { document, images, constraint } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer && "result" in answer ? answer : undefined;
	return (
		<div className="narrow">
			{refused?.failure && (
				<ToastMessage title={messages.error} text={refused.failure} kind="error" asDialog />
			)}
			<a className="back" href="/auth/my-documents">
				<Icon name="back" /> Mis Documentos
			</a>
			<h1>Editar documento</h1>
			<DocumentForm
				idFile={document.idFile}
				routeId="routes/auth.edit-document.$idFile"
				address={`/auth/edit-document/${document.idFile}`}
				document={document}
				images={refused?.images ?? images}
				removeImages={refused?.removeImages}
				constraint={constraint}
				result={refused?.result}
			/>
		</div>
	);
}
