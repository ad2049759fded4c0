import { strongestKind } from "~/features/holidays/holiday-rule";
import { dayOffOn, isConfirmedOn } from "~/features/overtime/law/day-off";
import { rowOn } from "./agreement";
import type { PaidExtra, PayPiece, PayTerms } from "./pieces";

/** Reasons for an uncertain amount, the most important first. */
export const doubtOrder = [
	"own-split",
	"day-off-unknown",
	"day-off-paid",
	"unconfirmed-diagram",
	"unconfirmed-holiday",
	"own-shift",
	"no-agreement-on-union-day",
	"union-day",
	"proposed-start",
	"night-unknown",
	"no-compensation",
] as const;
export type Doubt = (typeof doubtOrder)[number];

/** Returns the reasons why the amount of an overtime entry is uncertain. */
export function doubtsOf(
	extra: PaidExtra,
	pieces: readonly PayPiece[],
	{ calendar, holidaysOn, agreements }: PayTerms,
): Doubt[] {
	const { date, hasOwnSplit } = extra;
	const agreement = rowOn(agreements, date);
	const dayOff = hasOwnSplit ? undefined : dayOffOn(calendar, extra, agreement?.dayOff ?? undefined);
	const ownShift = hasOwnSplit ? undefined : pieces.find(({ isOwnShift }) => isOwnShift);
	const isUnconfirmed =
		dayOff?.isConfirmed === false || (ownShift && !isConfirmedOn(calendar, ownShift.date));
	const holidays = hasOwnSplit ? [] : pieces.flatMap((piece) => holidaysOn(piece.date));
	const isUnionDay = strongestKind(holidaysOn(date)) === "gremial";
	const doubts: Readonly<Record<Doubt, boolean>> = {
		"own-split": hasOwnSplit,
		"day-off-unknown": dayOff !== undefined && dayOff.agreed === undefined,
		"day-off-paid": dayOff?.agreed === "franco",
		"unconfirmed-diagram": isUnconfirmed === true,
		"unconfirmed-holiday": holidays.some(({ kind, confirmed }) => kind === "feriado" && !confirmed),
		"own-shift": ownShift !== undefined,
		"no-agreement-on-union-day": isUnionDay && agreement === undefined,
		"union-day": isUnionDay && agreement?.hasUnionDay === true,
		"proposed-start": extra.isStartProposed && !hasOwnSplit,
		"night-unknown": extra.startMinute === null && pieces.some(({ night }) => night > 0),
		"no-compensation": extra.compensation === null,
	};
	return doubtOrder.filter((doubt) => doubts[doubt]);
}
