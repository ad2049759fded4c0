import type { Profile } from "./profiles.server";

/**
 * Whether "Mi turno" opens after the sign-in. It always opens for a user with a personal position (a start date of
 * their own cycle), because the diagram's page can show only the crews' cycles.
 */
export function opensMyShift({
	autoOpening,
	cycleStart,
}: Pick<Profile, "autoOpening" | "cycleStart">): boolean {
	return autoOpening === "my-shift" || cycleStart !== null;
}
