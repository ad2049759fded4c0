import { expiryOf } from "~/features/documents/expiry/expiry";
import { ExpiryLabel } from "~/features/documents/expiry/validity";
import { Thumbnail } from "~/features/documents/photos/document-photo";
import type { CivilDate } from "~/lib/time/civil-date";
import { useDeletion } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { LinkItem } from "~/ui/link-item";
import { rememberOpenRows, reopenRow } from "~/ui/open-rows";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { deletionOf, documentFacts } from "./document-columns";
import type { ListedDocument } from "./document-list.server";
import type { Expiring } from "./documents.server";

interface DocumentRowsProps {
	documents: readonly ListedDocument[];
	today: CivilDate;
	/** URL of this page of the list. */
	address: string;
	/** Whether more documents follow on the next page. */
	hasMore: boolean;
	openRow?: string;
}

/** Documents of one page, in groups by their expiry. A click on a document's line shows the rest below the line. */
export function DocumentRows({ documents, today, address, hasMore, openRow }: DocumentRowsProps) {
	const rows = documents.map((document, index) => ({ document, index, group: groupOf(document, today) }));
	return Object.values(groups).map((group) => {
		const ofGroup = rows.filter((row) => row.group === group);
		if (ofGroup.length === 0) return null;
		return (
			<section key={group}>
				{(group !== groups.none || ofGroup.length < rows.length) && <h2 className="group">{group}</h2>}
				<ul className="card flush docs">
					{ofGroup.map(({ document, index }) => (
						<Row
							key={document.idFile}
							document={document}
							today={today}
							id={rowId(index)}
							here={`${address}#${rowId(index)}`}
							backTo={addressAfterDelete(address, index, documents.length, hasMore)}
							isOpen={document.idFile === openRow}
						/>
					))}
				</ul>
			</section>
		);
	});
}

const groups = { due: "Para renovar", later: "Al día", none: "Sin vencimiento" } as const;

function groupOf({ expiresOn }: ListedDocument, today: CivilDate): string {
	if (!expiresOn) return groups.none;
	return expiryOf(expiresOn, today).kind === "later" ? groups.later : groups.due;
}

interface RowProps {
	document: ListedDocument;
	today: CivilDate;
	id: string;
	/** Path of the list with this document, to open after an edit. */
	here: string;
	/** Path to open after the user deletes the document or cancels. */
	backTo: string;
	isOpen: boolean;
}

function Row({ document, today, id, here, backTo, isOpen }: RowProps) {
	const { idFile, title, description, expiresOn, image } = document;
	const page = `/auth/view-document/${idFile}`;
	const returning = `redirectTo=${encodeURIComponent(here)}`;
	const askToDelete = useDeletion();
	return (
		<li id={id}>
			<details open={isOpen} ref={reopenRow} onToggle={rememberOpenRows}>
				<summary>
					{image ? <Thumbnail image={image} alt="" /> : <Icon name="file" />}
					<span>
						<strong>
							<bdi>{title}</bdi>
						</strong>
						{expiresOn ? <ExpiryLabel expiresOn={expiresOn} today={today} /> : <small>No vence</small>}
					</span>
				</summary>
				<p className="lines">
					<bdi>{description}</bdi>
				</p>
				<p className="hint">{documentFacts(document)}</p>
				<p className="row">
					<a className="btn" href={`${page}?${returning}`} aria-label={`Ver ${title}`}>
						<Icon name="eye" /> Ver
					</a>
					<a
						className="btn"
						href={`/auth/edit-document/${idFile}?${returning}`}
						aria-label={`Editar ${title}`}
					>
						<Icon name="pencil" /> Editar
					</a>
					<a
						className="btn"
						href={`${page}?redirectTo=${encodeURIComponent(backTo)}&intent=delete`}
						aria-label={`Eliminar ${title}`}
						onClick={(event) => askToDelete(event, deletionOf(document), backTo)}
					>
						<Icon name="trash" /> Eliminar
					</a>
				</p>
			</details>
		</li>
	);
}

/** Rows of a list of links, one for each document that has expired or expires soon. */
export function ExpiringRows({ documents, today }: { documents: readonly Expiring[]; today: CivilDate }) {
	return documents.map(({ idFile, title, expiresOn }) => (
		<LinkItem key={idFile} href={`/auth/view-document/${idFile}`} sign="file">
			<bdi>{title}</bdi>
			<small>{expiryOf(expiresOn, today).text}</small>
		</LinkItem>
	));
}
