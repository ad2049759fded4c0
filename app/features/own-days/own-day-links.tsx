import { type OwnDay, ownDayName, rangeText } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import { inHours } from "~/lib/time/minutes";
import { LinkItem } from "~/ui/link-item";

/** Rows of own days, each of which opens its form in its month. */
export function OwnDayLinks({ ownDays }: { ownDays: readonly OwnDay[] }) {
	return (
		<ul className="links">
			{ownDays.map((ownDay) => (
				<LinkItem key={ownDay.id} href={`/auth/my-days?edit=${ownDay.id}#dia`}>
					{ownDayName(ownDay)}
					<small>
						{capitalised(rangeText(ownDay))}
						{ownDay.bankMinutes && `, ${inHours(ownDay.bankMinutes)}`}
					</small>
					{ownDay.note && (
						<small className="lines">
							<bdi>{ownDay.note}</bdi>
						</small>
					)}
				</LinkItem>
			))}
		</ul>
	);
}
