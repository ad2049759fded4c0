import type { CivilDate } from "~/lib/time/civil-date";
import { expiryOf } from "./expiry";

/** Shows a document's expiry in words and with a colour. */
export function ExpiryLabel({ expiresOn, today }: { expiresOn: CivilDate; today: CivilDate }) {
	const { kind, text } = expiryOf(expiresOn, today);
	return <p className={`expiry ${kind}`}>{text}</p>;
}
