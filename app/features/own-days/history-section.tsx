import { formatShortDate } from "~/lib/time/civil-date";
import { LinkItem } from "~/ui/link-item";
import type { HistoryLine } from "./history-lines.server";

/** The worker's diagrams and crews, newest first. Each row opens the page that corrects its date or deletes it. */
export function HistorySection({ history }: { history: readonly HistoryLine[] }) {
	return (
		<section id="historia" aria-labelledby="historia-titulo">
			<h2 id="historia-titulo">Tu diagrama y escuadra</h2>
			<ul className="links card">
				{history.map((line) => (
					<LinkItem key={line.since ?? "beginning"} href={pageOf(line)}>
						<span>
							{line.text}
							<small>
								{line.since ? `Desde el ${formatShortDate(line.since)}` : "Desde el principio"}
								{line.isPresent && ", ahora"}
							</small>
						</span>
					</LinkItem>
				))}
			</ul>
			<p className="hint">
				Cuando cambiás de diagrama o escuadra, los días de antes quedan como fueron. Si el cambio fue otro
				día, corregí la fecha.
			</p>
		</section>
	);
}

/** Page that corrects the line. One without a first day can only be deleted or, if it is the present one, changed. */
function pageOf({ since, address }: HistoryLine): string {
	if (!address) return "/auth/my-account/edit-profile";
	return since ? address : `${address}?intent=delete`;
}
