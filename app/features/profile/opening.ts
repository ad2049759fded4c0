import type { Profile } from "./profiles.server";

/**
 * Whether "Mi turno", and not the diagram's page, opens after the sign-in of a user who wants one of the two. For a user
 * with a personal position (a start date of their own cycle), it is always "Mi turno", because the diagram's page can
 * show only the crews' cycles.
 */
export function opensMyShift({
	autoOpening,
	cycleStart,
}: Pick<Profile, "autoOpening" | "cycleStart">): boolean {
	return autoOpening === "my-shift" || cycleStart !== null;
}
