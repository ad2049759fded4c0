import { useEffect } from "react";
import { askAgain } from "~/browser/ask-again";
import type { CivilDate } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { expiryOf } from "./expiry";

interface ValidityProps {
	expiresOn: CivilDate;
	today: CivilDate;
}

/** Band below a photo that answers the guard at the gate: whether the document is valid today. */
export function Validity({ expiresOn, today }: ValidityProps) {
	const { kind, text } = expiryOf(expiresOn, today);
	const isLate = kind === "expired";
	useEffect(askAgain, []);
	return (
		<p className={`validity ${kind}`}>
			<Icon name={isLate ? "alert" : "check"} />
			<span>
				<b>{isLate ? "Vencido" : "Vigente"}</b> {text}
			</span>
		</p>
	);
}

/** A document's expiry in words, with a dot in its colour. */
export function ExpiryLabel({ expiresOn, today }: ValidityProps) {
	const { kind, text } = expiryOf(expiresOn, today);
	return <span className={`expiry ${kind}`}>{text}</span>;
}
