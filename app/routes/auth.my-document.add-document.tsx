import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions.server";
import { saveDocumentForm } from "~/features/documents/document-action.server";
import { DocumentForm } from "~/features/documents/document-form";
import { documentSchema } from "~/features/documents/schemas.server";
import { constraintOf } from "~/lib/form.server";
import { messages } from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ToastMessage } from "~/ui/toast-message";

export const meta = () => pageTitle("Agregar documento");

export const handle = { script: true };

export async function loader({ request }: LoaderFunctionArgs) {
	await requireUser(request);
	return json({ idFile: randomUUID(), constraint: constraintOf(documentSchema) });
}

export async function action({ request }: ActionFunctionArgs) {
	return saveDocumentForm(request, await requireUser(request, messages.noUserForRecords));
}

export default function AddDocumentPage() {
	const { idFile, constraint } = useLoaderData<typeof loader>();
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
			<h1>Agregar documento</h1>
			<DocumentForm
				idFile={refused?.idFile ?? idFile}
				routeId="routes/auth.my-document.add-document"
				address="/auth/my-document/add-document"
				images={refused?.images ?? []}
				removeImages={refused?.removeImages}
				constraint={constraint}
				result={refused?.result}
			/>
		</div>
	);
}
