import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { switchAtHandAction } from "~/features/documents/at-hand.server";
import { deletionOf, documentFacts } from "~/features/documents/document-columns";
import { documentRecord } from "~/features/documents/document-record.server";
import { requireDocument } from "~/features/documents/documents.server";
import { Validity } from "~/features/documents/expiry/validity";
import { listImages } from "~/features/documents/photos/document-images.server";
import { LargePhoto } from "~/features/documents/photos/document-photo";
import { imageAddress } from "~/features/documents/photos/image-address";
import { SharePdf } from "~/features/documents/share-pdf";
import { readIntent } from "~/lib/forms/form.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { Switch } from "~/ui/forms/switch";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { PhotoDownload } from "~/ui/photo-download";
import { PrintButton } from "~/ui/print-and-send";

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
	const idFile = params.idFile ?? "";
	if ((await readIntent(request)) === "hand") return switchAtHandAction(request, { userId: user.id, idFile });
	return changeRecordAction(documentRecord, request, user.id, idFile);
}

export default function ViewDocumentPage() {
	const { document, images, today, asksToDelete, redirectTo } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { idFile, title, description, expiresOn } = document;
	const hasFailed = answer !== undefined && "notSwitched" in answer;
	const page = `/auth/view-document/${idFile}`;
	const pdf = `${page}/pdf`;
	if (asksToDelete || (answer && !hasFailed)) {
		return <ConfirmDelete deletion={deletionOf(document)} action={page} redirectTo={redirectTo} />;
	}
	const back = `redirectTo=${encodeURIComponent(redirectTo)}`;
	const [first, ...others] = images.map((image, index) => (
		<Fragment key={image.id}>
			<a className="photo" href={imageAddress(image.id, 1600)}>
				<LargePhoto image={image} alt={`Foto ${index + 1} de ${title}`} isFirst={index === 0} />
			</a>
			<PhotoDownload
				src={imageAddress(image.id, 1600)}
				what={images.length === 1 ? "la foto" : `la foto ${index + 1}`}
			/>
		</Fragment>
	));
	return (
		<article className="legal">
			<BackLink to={redirectTo}>Volver</BackLink>
			<h1>
				<bdi>{title}</bdi>
			</h1>
			{first}
			{expiresOn && <Validity expiresOn={expiresOn} today={today} />}
			<p className="lines">
				<bdi>{description}</bdi>
			</p>
			{others}
			{/* The gate shows the words of a document whose photos were removed, so that it can be taken out too. */}
			{(images.length > 0 || document.isAtHand) && <AtHand isOn={document.isAtHand} hasFailed={hasFailed} />}
			<p className="hint">{documentFacts(document)}</p>
			<div className="row sheet-actions">
				<a className="btn" href={`/auth/edit-document/${idFile}?${back}`}>
					<Icon name="pencil" /> Editar
				</a>
				{images.length > 0 && (
					<a className="btn" href={pdf} target="_self">
						<Icon name="download" /> PDF
					</a>
				)}
				{images.length > 0 && <PrintButton />}
				<a className="btn" href={`${page}?intent=delete&${back}`}>
					<Icon name="trash" /> Eliminar
				</a>
				{images.length > 0 && <SharePdf address={pdf} title={title} />}
			</div>
		</article>
	);
}

function AtHand({ isOn, hasFailed }: { isOn: boolean; hasFailed: boolean }) {
	return (
		<section className="card screen-only">
			<Switch
				intent="hand"
				name="atHand"
				isOn={isOn}
				submit={isOn ? "Sacar de la portería" : "Tener a mano"}
				id="a-mano"
				hasFailed={hasFailed}
			>
				{isOn ? (
					<>
						Está <a href="/auth/porteria">en la portería</a>, a pantalla completa.
					</>
				) : (
					"¿Te lo piden en la portería? Tenelo a mano, a pantalla completa."
				)}
			</Switch>
		</section>
	);
}
