import { GetForm } from "~/ui/forms/get-form";
import { Icon } from "~/ui/icons";

/** Searches titles and descriptions of documents by GET, so that each search has a URL. */
export function DocumentSearch({ search }: { search?: string }) {
	return (
		<search>
			<GetForm className="form search field" action="/auth/my-documents">
				<label htmlFor="q">Buscar en tus documentos</label>
				{/* A changed `key` makes React replace the field, to show the URL's search after going back. */}
				<input
					key={search}
					id="q"
					type="search"
					name="q"
					defaultValue={search}
					enterKeyHint="search"
					autoComplete="off"
				/>
				<button className="btn" type="submit" aria-label="Buscar">
					<Icon name="search" />
				</button>
			</GetForm>
		</search>
	);
}
