import type { CivilDate } from "~/lib/time/civil-date";
import { expiryOf } from "./expiry";

/** When a document expires, in words and a colour. */
export function ExpiryLabel({ expiresOn, today }: { expiresOn: CivilDate; today: CivilDate }) {
	const { kind, text } = expiryOf(expiresOn, today);
	return <p className={`expiry ${kind}`}>{text}</p>;
}
