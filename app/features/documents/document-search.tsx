import { GetForm } from "~/ui/forms/get-form";
import { PlainField } from "~/ui/forms/plain-field";
import { Icon } from "~/ui/icons";
import { categories, categoryNames } from "./categories";
import { type DocumentFilter, listAddress } from "./document-filter";

/** Searches titles and descriptions of documents by GET, so that each search has a URL. */
export function DocumentSearch({ filter }: { filter: DocumentFilter }) {
	const { search, category } = filter;
	return (
		// A changed `key` makes React replace the fold, to close it and to show the URL's search after going back.
		<details key={listAddress(filter)} className="pop full">
			<summary className="btn square" aria-label="Buscar en tus documentos">
				<Icon name="search" />
			</summary>
			<search>
				<GetForm className="form" action={listAddress()}>
					{category && <input type="hidden" name="category" value={category} />}
					<PlainField name="q" type="search" label="Título o descripción" value={search} isOptional />
					<button className="btn" type="submit">
						<Icon name="search" /> Buscar
					</button>
				</GetForm>
			</search>
		</details>
	);
}

/** The way to the documents at hand, the kinds of documents, and the words of the present search, which a press takes away. */
export function DocumentKinds({ filter: { search, category } }: { filter: DocumentFilter }) {
	return (
		<ul className="chips applied" aria-label="Qué documentos">
			<li>
				<a className="btn" href="/auth/porteria">
					<Icon name="shield" /> Portería
				</a>
			</li>
			{search !== undefined && (
				<li>
					<a href={listAddress({ category })} aria-label={`Quitar la búsqueda «${search}»`}>
						«{search}» <Icon name="close" />
					</a>
				</li>
			)}
			{[undefined, ...categories].map((kind) => (
				<li key={kind ?? ""}>
					<a
						href={listAddress({ search, category: kind })}
						aria-current={kind === category ? "true" : undefined}
					>
						{kind ? categoryNames[kind].many : "Todos"}
					</a>
				</li>
			))}
		</ul>
	);
}
