import { ExpiryLabel } from "~/features/documents/expiry/expiry-label";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Expiring } from "./documents.server";

/** Box above the list with the documents that have expired or expire soon. */
export function ExpiringDocuments({ documents, today }: { documents: Expiring[]; today: CivilDate }) {
	if (documents.length === 0) return null;
	return (
		<section className="card expiring" aria-labelledby="vencen">
			<h2 id="vencen">Vencen pronto</h2>
			<ul className="links">
				{documents.map(({ idFile, title, expiresOn }) => (
					<li key={idFile}>
						<a href={`/auth/view-document/${idFile}`}>{title}</a>
						<ExpiryLabel expiresOn={expiresOn} today={today} />
					</li>
				))}
			</ul>
		</section>
	);
}
