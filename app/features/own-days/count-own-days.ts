import { type OwnDay, type OwnDayKind, ownDayKinds } from "~/features/shift/own-day";
import { type CivilDate, dayNumber } from "~/lib/time/civil-date";

/** Counts own days (vacation, leave and the like) by kind, from `first` to `last`. Kinds without days are missing. */
export function countOwnDays(
	ownDays: readonly OwnDay[],
	first: CivilDate,
	last: CivilDate,
): { kind: OwnDayKind; days: number }[] {
	const daysWithin = ({ firstDay, lastDay }: OwnDay) => {
		const [from, to] = [firstDay < first ? first : firstDay, lastDay > last ? last : lastDay];
		return Math.max(0, dayNumber(to) - dayNumber(from) + 1);
	};
	return ownDayKinds
		.map((kind) => ({
			kind,
			days: ownDays
				.filter((ownDay) => ownDay.kind === kind)
				.reduce((sum, ownDay) => sum + daysWithin(ownDay), 0),
		}))
		.filter(({ days }) => days > 0);
}
