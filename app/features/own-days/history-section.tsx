import { formatShortDate } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import type { HistoryLine } from "./history-lines.server";

/** The worker's diagrams and crews, newest first, with links to correct their dates or to delete them. */
export function HistorySection({ history }: { history: readonly HistoryLine[] }) {
	return (
		<section aria-labelledby="historia">
			<h2 id="historia">Tu diagrama y escuadra</h2>
			<ul className="cards">
				{history.map(({ since, text, isPresent, address }) => (
					<li key={since ?? "beginning"} className="card extra">
						<h3>{text}</h3>
						<p>
							{since ? `Desde el ${formatShortDate(since)}` : "Desde el principio"}
							{isPresent && ", ahora"}
						</p>
						<p className="row">
							{address && (
								<a className="btn" href={since ? address : `${address}?intent=delete`}>
									<Icon name={since ? "pencil" : "trash"} /> {since ? "Corregir" : "Eliminar"}
									<span className="hidden-text"> {text}</span>
								</a>
							)}
							{isPresent && (
								<a className="btn" href="/auth/my-account/edit-profile">
									Cambiar
									<span className="hidden-text"> de diagrama o escuadra</span>
								</a>
							)}
						</p>
					</li>
				))}
			</ul>
			<p className="hint">
				Cuando cambiás de diagrama o escuadra, los días de antes quedan como fueron. Si el cambio fue otro
				día, corregí la fecha.
			</p>
		</section>
	);
}
