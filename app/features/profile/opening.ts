import type { User } from "~/features/auth/users.server";

/** Whether "Mi turno" opens by itself, because the user's own shifts are known, and not the diagram's page. */
export function opensMyShift({ crew, cycleStart }: Pick<User, "crew" | "cycleStart">): boolean {
	return (crew ?? cycleStart) !== null;
}
