import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { DocumentCard } from "~/features/documents/document-card";
import { listDocuments } from "~/features/documents/document-list.server";
import { documentRecord } from "~/features/documents/document-record.server";
import { DocumentSearch } from "~/features/documents/document-search";
import { listExpiring } from "~/features/documents/documents.server";
import { ExpiringDocuments } from "~/features/documents/expiring-documents";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { DeletableList } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { ListPage } from "~/ui/list-page";
import { pageTitle } from "~/ui/page-title";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";

export const meta = () => pageTitle("Mis Documentos");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/forms/send-form";
export { sendFromList as clientAction } from "~/ui/toast/send-from-list";

const LIST = "/auth/my-documents";
// A new document is the first of the list.
const ADD = `/auth/my-document/add-document?redirectTo=${encodeURIComponent(`${LIST}#${rowId(0)}`)}`;
const MAX_SEARCH_CHARACTERS = 100;

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	redirectWithoutBlanks();
	const { pathname, search: query, searchParams } = requestContext().url;
	const search = searchParams.get("q")?.trim().slice(0, MAX_SEARCH_CHARACTERS);
	const after = searchParams.get("after") ?? undefined;
	const today = plantToday();
	const isFirstPage = search === undefined && after === undefined;
	return {
		...(await listDocuments(user.id, { search, after })),
		expiring: isFirstPage ? await listExpiring(user.id, today) : [],
		search,
		isFirstPage,
		today,
		address: pathname + query,
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return changeRecordAction(documentRecord, request, user.id);
}

export default function MyDocumentsPage() {
	const { documents, next, expiring, search, isFirstPage, today, address } = useLoaderData<typeof loader>();
	return (
		<ListPage
			title="Mis Documentos"
			add={
				<a className="btn main" href={ADD}>
					<Icon name="plus" /> Agregar documento
				</a>
			}
		>
			<ExpiringDocuments documents={expiring} today={today} />
			{(documents.length > 0 || !isFirstPage) && <DocumentSearch search={search} />}
			{documents.length === 0 && <Empty search={search} isFirstPage={isFirstPage} />}
			<DeletableList action={LIST}>
				<ul className="cards">
					{documents.map((document, index) => (
						<DocumentCard
							key={document.idFile}
							document={document}
							today={today}
							id={rowId(index)}
							here={`${address}#${rowId(index)}`}
							backTo={addressAfterDelete(address, index, documents.length, next !== undefined)}
						/>
					))}
				</ul>
			</DeletableList>
			<nav className="row" aria-label="Páginas">
				{!isFirstPage && (
					<a className="btn" href={LIST}>
						Ver todos desde el principio
					</a>
				)}
				{next && (
					<a className="btn" href={pageAfter(next, search)} rel="next">
						Ver más antiguos <Icon name="right" />
					</a>
				)}
			</nav>
			<p className="hint">
				No hace falta que subas certificados médicos. Si lo hacés, es decisión tuya y solo vos los ves.
			</p>
		</ListPage>
	);
}

function Empty({ search, isFirstPage }: { search?: string; isFirstPage: boolean }) {
	if (search !== undefined) return <p className="lead">No encontramos ningún documento con «{search}».</p>;
	if (!isFirstPage) return <p className="lead">No hay documentos más antiguos.</p>;
	return (
		<div className="empty card">
			<h2>{messages.noDocuments}</h2>
			<p>{messages.noDocumentsHint}</p>
		</div>
	);
}

function pageAfter(next: string, search: string | undefined): string {
	return `?${new URLSearchParams(search === undefined ? { after: next } : { q: search, after: next })}`;
}
