import type { Profile } from "./profiles.server";

/**
 * Whether "Mi turno" opens after the sign-in: always with a personal position, which the diagram's page cannot
 * show.
 */
export function opensMyShift({
	autoOpening,
	cycleStart,
}: Pick<Profile, "autoOpening" | "cycleStart">): boolean {
	return autoOpening === "my-shift" || cycleStart !== null;
}
