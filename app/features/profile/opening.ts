import type { Profile } from "./profiles.server";

/** Whether "Mi turno" opens by itself, because the user's own shifts are known, and not the diagram's page. */
export function opensMyShift({ crew, cycleStart }: Pick<Profile, "crew" | "cycleStart">): boolean {
	return (crew ?? cycleStart) !== null;
}
