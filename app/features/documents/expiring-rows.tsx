import type { CivilDate } from "~/lib/time/civil-date";
import { LinkItem } from "~/ui/link-item";
import type { Expiring } from "./documents.server";
import { expiryOf } from "./expiry/expiry";

/** Rows of a list of links, one for each document that has expired or expires soon. */
export function ExpiringRows({ documents, today }: { documents: readonly Expiring[]; today: CivilDate }) {
	return documents.map(({ idFile, title, expiresOn }) => (
		<LinkItem key={idFile} href={`/auth/view-document/${idFile}`} sign="file">
			{title}
			<small>{expiryOf(expiresOn, today).text}</small>
		</LinkItem>
	));
}
