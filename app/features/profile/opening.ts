import type { Profile } from "./profiles.server";

/** Whether automatic opening leads to Mi turno. A personal position always does: it has no crew on the diagram's page. */
export function opensMyShift({
	autoOpening,
	cycleStart,
}: Pick<Profile, "autoOpening" | "cycleStart">): boolean {
	return autoOpening === "my-shift" || cycleStart !== null;
}
