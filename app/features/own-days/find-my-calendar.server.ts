import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { whoseShifts } from "~/features/diagrams/own-cycle/own-diagram";
import { findMyRotation, requireMyRotation } from "~/features/shift/my-rotation.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { findCalendarOf } from "./find-own-calendar.server";

/**
 * Finds what the pages of "my" months show: the calendar of the visitor or user from `from` to `to`, both inclusive. A
 * user's own days (vacation, leave and the like) are shown even if the shifts are unknown. The user's former diagrams
 * and crews are left out if the shifts come from a cookie.
 * @throws Response redirect to the page that asks for today's shift, for a visitor whose shifts are unknown
 */
export async function findMyCalendar(request: Request, from: CivilDate, to: CivilDate) {
	const user = await findSessionUser(request);
	const mine = user ? await findMyRotation(request, user) : await requireMyRotation(request);
	const calendar = await findCalendarOf(mine, user?.id, from, to);
	const diagram = mine?.rotation.diagram;
	const who = diagram && whoseShifts(diagram.id, mine?.crew, "con tu propia posición");
	return { user, calendar, diagram, who };
}
