import type { Profile } from "./profiles.server";

/**
 * Whether "Mi turno" opens after the sign-in. With a personal position the answer is always yes, because the
 * diagram's page shows crews only.
 */
export function opensMyShift({
	autoOpening,
	cycleStart,
}: Pick<Profile, "autoOpening" | "cycleStart">): boolean {
	return autoOpening === "my-shift" || cycleStart !== null;
}
