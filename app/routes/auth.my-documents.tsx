import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { listDocuments, readSearch } from "~/features/documents/document-list.server";
import { documentRecord } from "~/features/documents/document-record.server";
import { DocumentRows } from "~/features/documents/document-rows";
import { DocumentSearch } from "~/features/documents/document-search";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/deleted-records.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { DeletableList } from "~/ui/deletion/delete-dialog";
import { EmptyList } from "~/ui/empty-list";
import { Icon } from "~/ui/icons";
import { ListPage } from "~/ui/list-page";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Mis Documentos");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

const LIST = "/auth/my-documents";
const ADD = "/auth/my-document/add-document";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	redirectWithoutBlanks();
	const { searchParams } = requestContext().url;
	const search = readSearch(searchParams);
	const after = searchParams.get("after") ?? undefined;
	const list = await listDocuments(user.id, { search, after });
	const open = searchParams.get("open");
	return {
		...list,
		openRow: list.documents.find(({ idFile }) => idFile === open)?.idFile,
		search,
		after,
		today: plantToday(),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return changeRecordAction(documentRecord, request, user.id);
}

export default function MyDocumentsPage() {
	const { documents, next, search, after, today, openRow } = useLoaderData<typeof loader>();
	const isFirstPage = search === undefined && after === undefined;
	const isEmpty = documents.length === 0 && isFirstPage && search === undefined;
	return (
		<ListPage title="Mis Documentos" add={!isEmpty && add}>
			{(documents.length > 0 || !isFirstPage) && <DocumentSearch search={search} />}
			{documents.length === 0 && <Empty search={search} isFirstPage={isFirstPage} />}
			<DeletableList action={LIST}>
				<DocumentRows
					documents={documents}
					today={today}
					address={pageAddress(search, after)}
					hasMore={next !== undefined}
					openRow={openRow}
				/>
			</DeletableList>
			<nav className="row" aria-label="Páginas">
				{!isFirstPage && (
					<a className="btn" href={LIST}>
						Ver todos desde el principio
					</a>
				)}
				{next && (
					<a className="btn" href={pageAddress(search, next)} rel="next">
						Ver más <Icon name="right" />
					</a>
				)}
			</nav>
			<p className="hint">
				No hace falta que subas certificados médicos. Si lo hacés, es decisión tuya y solo vos los ves.
			</p>
		</ListPage>
	);
}

const add = (
	<a className="btn main" href={ADD}>
		<Icon name="plus" /> Agregar documento
	</a>
);

function Empty({ search, isFirstPage }: { search?: string; isFirstPage: boolean }) {
	if (search !== undefined) return <p className="lead">No encontramos ningún documento con «{search}».</p>;
	if (!isFirstPage) return <p className="lead">No hay documentos más antiguos.</p>;
	return (
		<EmptyList title={messages.noDocuments} hint={messages.noDocumentsHint}>
			{add}
		</EmptyList>
	);
}

/** URL of a page of the list. */
function pageAddress(search: string | undefined, after: string | undefined): string {
	const query = new URLSearchParams();
	if (search !== undefined) query.set("q", search);
	if (after !== undefined) query.set("after", after);
	const text = query.toString();
	return text ? `${LIST}?${text}` : LIST;
}
