import { Icon } from "~/ui/icons";

/** Looks for words in titles and descriptions. Its address can be kept and shared. */
export function DocumentSearch({ search }: { search?: string }) {
	return (
		<search>
			<form className="form search field" method="get" action="/auth/my-documents">
				<label htmlFor="q">Buscar en tus documentos</label>
				<input id="q" type="search" name="q" defaultValue={search} enterKeyHint="search" autoComplete="off" />
				<button className="button" type="submit" aria-label="Buscar">
					<Icon name="search" />
				</button>
			</form>
		</search>
	);
}
