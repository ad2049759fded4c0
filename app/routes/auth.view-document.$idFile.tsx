import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireUser } from "~/features/auth/sessions.server";
import { DeleteDocument } from "~/features/documents/delete-document";
import { deleteDocumentByForm } from "~/features/documents/delete-document.server";
import { listImages } from "~/features/documents/document-images.server";
import { LargePhoto } from "~/features/documents/document-photo";
import { requireDocument } from "~/features/documents/documents.server";
import { ExpiryLabel } from "~/features/documents/expiry-label";
import { imageAddress, jpegAddress } from "~/features/documents/image-address";
import { formatShortDate, todayIn } from "~/lib/civil-date";
import { env } from "~/lib/env.server";
import { returnPath } from "~/lib/http.server";
import { messages } from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { PhotoDownload } from "~/ui/photo-download";

export const meta = () => pageTitle("Ver documento");

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const document = await requireDocument(user.id, params.idFile);
	const { searchParams } = new URL(request.url);
	return json({
		document,
		images: (await listImages(user.id, document.idFile)).filter(({ isPending }) => !isPending),
		today: todayIn(env.TZ_APP),
		asksToDelete: searchParams.get("intent") === "delete",
		redirectTo: returnPath(searchParams.get("redirectTo")) ?? "/auth/my-documents",
	});
}

export async function action({ request, params }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return deleteDocumentByForm(request, { userId: user.id, idFile: params.idFile ?? "" });
}

export default function ViewDocumentPage() {
	const { document, images, today, asksToDelete, redirectTo } = useLoaderData<typeof loader>();
	const hasFailed = useActionData<typeof action>()?.failed;
	if (asksToDelete || hasFailed) {
		return <DeleteDocument document={document} redirectTo={redirectTo} hasFailed={hasFailed} />;
	}
	const { idFile, title, description, expiresOn, createdOn, editedOn } = document;
	return (
		<article className="viewed">
			<a className="back" href="/auth/my-documents">
				<Icon name="back" /> Volver
			</a>
			<h1>{title}</h1>
			{expiresOn && <ExpiryLabel expiresOn={expiresOn} today={today} />}
			{images.map((image, index) => (
				<Fragment key={image.id}>
					<a className="sheet" href={imageAddress(image.id, 1600)}>
						<LargePhoto image={image} alt={`Foto ${index + 1} de ${title}`} isFirst={index === 0} />
					</a>
					<PhotoDownload
						href={jpegAddress(image.id)}
						what={images.length === 1 ? "la foto" : `la foto ${index + 1}`}
					/>
				</Fragment>
			))}
			<p className="lines">{description}</p>
			<p className="hint">
				Creado el {formatShortDate(createdOn)}
				{editedOn && ` · Editado el ${formatShortDate(editedOn)}`}
			</p>
			<p className="row">
				<a className="button" href={`/auth/edit-document/${idFile}`}>
					<Icon name="pencil" /> Editar
				</a>
				<a className="button" href={`/auth/view-document/${idFile}?intent=delete`}>
					<Icon name="trash" /> Eliminar
				</a>
			</p>
		</article>
	);
}
