import type { CivilDate } from "~/lib/time/civil-date";
import { expiryOf } from "./expiry";

/** Shows a document's expiry in words, with a dot in its colour. */
export function ExpiryLabel({ expiresOn, today }: { expiresOn: CivilDate; today: CivilDate }) {
	const { kind, text } = expiryOf(expiresOn, today);
	return <span className={`expiry ${kind}`}>{text}</span>;
}
