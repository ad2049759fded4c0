import { QueryForm } from "~/ui/forms/query-form";
import { Icon } from "~/ui/icons";

/** Looks for words in titles and descriptions. Its address can be kept and shared. */
export function DocumentSearch({ search }: { search?: string }) {
	return (
		<search>
			<QueryForm className="form search field" action="/auth/my-documents">
				<label htmlFor="q">Buscar en tus documentos</label>
				{/* Another address is another search, also on the way back. */}
				<input
					key={search}
					id="q"
					type="search"
					name="q"
					defaultValue={search}
					enterKeyHint="search"
					autoComplete="off"
				/>
				<button className="button" type="submit" aria-label="Buscar">
					<Icon name="search" />
				</button>
			</QueryForm>
		</search>
	);
}
