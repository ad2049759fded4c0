import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { deletionOf } from "~/features/documents/document-deletion";
import { documentRecord } from "~/features/documents/document-record.server";
import { requireDocument } from "~/features/documents/documents.server";
import { expiryOf } from "~/features/documents/expiry/expiry";
import { listImages } from "~/features/documents/photos/document-images.server";
import { LargePhoto } from "~/features/documents/photos/document-photo";
import { imageAddress, jpegAddress } from "~/features/documents/photos/image-address";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/deleted-records.server";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { PhotoDownload } from "~/ui/photo-download";

export const meta = () => pageTitle("Ver documento");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const document = await requireDocument(user.id, params.idFile);
	const { searchParams } = requestContext().url;
	return {
		document,
		images: (await listImages(user.id, document.idFile)).filter(({ isPending }) => !isPending),
		today: plantToday(),
		asksToDelete: searchParams.get("intent") === "delete",
		redirectTo: returnPath(searchParams.get("redirectTo")) ?? "/auth/my-documents",
	};
}

export async function action({ request, params }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return changeRecordAction(documentRecord, request, user.id, params.idFile ?? "");
}

export default function ViewDocumentPage() {
	const { document, images, today, asksToDelete, redirectTo } = useLoaderData<typeof loader>();
	const hasFailed = useActionData<typeof action>() !== undefined;
	const { idFile, title, description, expiresOn, createdOn, editedOn } = document;
	if (asksToDelete || hasFailed) {
		const page = `/auth/view-document/${idFile}`;
		return <ConfirmDelete deletion={deletionOf(document)} action={page} redirectTo={redirectTo} />;
	}
	const [first, ...others] = images.map((image, index) => (
		<Fragment key={image.id}>
			<a className="photo" href={imageAddress(image.id, 1600)}>
				<LargePhoto image={image} alt={`Foto ${index + 1} de ${title}`} isFirst={index === 0} />
			</a>
			<PhotoDownload
				href={jpegAddress(image.id)}
				what={images.length === 1 ? "la foto" : `la foto ${index + 1}`}
			/>
		</Fragment>
	));
	return (
		<article className="viewed">
			<BackLink to={redirectTo}>Volver</BackLink>
			<h1>{title}</h1>
			{first}
			{expiresOn && <Validity expiresOn={expiresOn} today={today} />}
			<p className="lines">{description}</p>
			{others}
			<p className="hint">
				Creado el {formatShortDate(createdOn)}
				{editedOn && ` · Editado el ${formatShortDate(editedOn)}`}
			</p>
			<p className="row">
				<a
					className="btn"
					href={`/auth/edit-document/${idFile}?redirectTo=${encodeURIComponent(redirectTo)}`}
				>
					<Icon name="pencil" /> Editar
				</a>
				{images.length > 0 && (
					<a className="btn" href={`/auth/view-document/${idFile}/pdf`} download>
						<Icon name="printer" /> PDF
					</a>
				)}
				<a className="btn" href={`/auth/view-document/${idFile}?intent=delete`}>
					<Icon name="trash" /> Eliminar
				</a>
			</p>
		</article>
	);
}

/** Band below the first photo that answers the guard at the gate: whether the document is valid today. */
function Validity({ expiresOn, today }: { expiresOn: CivilDate; today: CivilDate }) {
	const { kind, text } = expiryOf(expiresOn, today);
	const isLate = kind === "expired";
	return (
		<p className={`validity ${kind}`}>
			<Icon name={isLate ? "alert" : "check"} />
			<span>
				<b>{isLate ? "Vencido" : "Vigente"}</b> {text}
			</span>
		</p>
	);
}
