import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactElement } from "react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { categoryNames } from "~/features/documents/categories";
import {
	addAddress,
	type DocumentFilter,
	listAddress,
	readFilter,
} from "~/features/documents/document-filter";
import { listDocuments } from "~/features/documents/document-list.server";
import * as documentMessages from "~/features/documents/document-messages";
import { documentRecord } from "~/features/documents/document-record.server";
import { DocumentRows } from "~/features/documents/document-rows";
import { DocumentKinds, DocumentSearch } from "~/features/documents/document-search";
import { requireSearch } from "~/lib/http/http.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { DeletableList } from "~/ui/deletion/delete-dialog";
import { EmptyList } from "~/ui/empty-list";
import { Icon } from "~/ui/icons";
import { ListPage } from "~/ui/list-page";
import { PageLinks } from "~/ui/page-links";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Mis Documentos");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

const LIST = "/auth/my-documents";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const searchParams = requireSearch();
	const filter = readFilter(searchParams);
	const after = searchParams.get("after") ?? undefined;
	const list = await listDocuments(user.id, filter, after);
	const open = searchParams.get("open");
	return {
		...list,
		openRow: list.documents.find(({ idFile }) => idFile === open)?.idFile,
		filter,
		after,
		today: plantToday(),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return changeRecordAction(documentRecord, request, user.id);
}

export default function MyDocumentsPage() {
	const { documents, next, filter, after, today, openRow } = useLoaderData<typeof loader>();
	const isFirstPage = listAddress(filter, after) === LIST;
	const isEmpty = documents.length === 0 && isFirstPage;
	const add = (
		<a className="btn main" href={addAddress(listAddress(filter))}>
			<Icon name="plus" /> Agregar documento
		</a>
	);
	return (
		<ListPage
			title="Mis Documentos"
			tools={!isEmpty && <DocumentSearch filter={filter} />}
			add={!isEmpty && add}
		>
			{!isEmpty && <DocumentKinds filter={filter} />}
			{documents.length === 0 && <Empty filter={filter} isLater={after !== undefined} add={add} />}
			<DeletableList action={LIST}>
				<DocumentRows
					documents={documents}
					today={today}
					address={listAddress(filter, after)}
					hasMore={next !== undefined}
					openRow={openRow}
				/>
			</DeletableList>
			<PageLinks
				first={!isFirstPage && { href: LIST, text: "Ver todos desde el principio" }}
				next={next !== undefined && { href: listAddress(filter, next), text: "Ver más" }}
			/>
			<p className="hint">
				No hace falta que subas certificados médicos. Si lo hacés, es decisión tuya y solo vos los ves.
			</p>
		</ListPage>
	);
}

/** @param isLater whether documents may stand on earlier pages: the only one of the last page was deleted */
function Empty({ filter, isLater, add }: { filter: DocumentFilter; isLater: boolean; add: ReactElement }) {
	if (isLater) return <p className="lead">No hay documentos más antiguos.</p>;
	const { search, category } = filter;
	const kind = category && `entre «${categoryNames[category].many}»`;
	if (search !== undefined) {
		return (
			<p className="lead">{`No encontramos ningún documento con «${search}»${kind ? ` ${kind}` : ""}.`}</p>
		);
	}
	if (kind) return <p className="lead">{`No tenés ninguno ${kind}.`}</p>;
	return (
		<EmptyList title={documentMessages.noDocuments} hint={documentMessages.noDocumentsHint}>
			{add}
		</EmptyList>
	);
}
