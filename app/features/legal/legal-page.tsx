import { formatShortDate } from "~/lib/time/civil-date";
import { BackLink } from "~/ui/back-link";
import { ScrollTop } from "~/ui/scroll-top";
import type { LegalDocument } from "./legal-document";

/** Page that shows a legal text: a table of contents, then numbered sections with anchors. */
export function LegalPage({ document }: { document: LegalDocument }) {
	const { title, updated, intro, sections } = document;
	return (
		<article className="legal">
			<BackLink to="/about">Volver a Acerca de</BackLink>
			<h1>{title}</h1>
			<p className="hint">
				Última actualización: <time dateTime={updated}>{formatShortDate(updated)}</time>
			</p>
			{intro}
			<nav className="card screen-only" aria-labelledby="indice">
				<h2 id="indice">Índice</h2>
				<ol className="links">
					{sections.map(({ id, title }, index) => (
						<li key={id}>
							<a href={`#${id}`}>
								{index + 1}. {title}
							</a>
						</li>
					))}
				</ol>
			</nav>
			{sections.map(({ id, title, body }, index) => (
				<section key={id} id={id} aria-labelledby={`${id}-titulo`}>
					<h2 id={`${id}-titulo`}>
						{index + 1}. {title}
					</h2>
					{body}
				</section>
			))}
			<ScrollTop floats />
		</article>
	);
}
