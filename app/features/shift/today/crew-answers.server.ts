import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { answersAt } from "../answers";
import { expiresIn, minutesUntilChange } from "../freshness";
import { rotationOf } from "../rotation";

/** "Hoy" of a crew, with the Expires header of a page that shows it without a countdown. */
export function crewAnswers(diagram: Diagram, crew: CrewLetter, holidays: readonly Holiday[]) {
	const now = Date.now();
	const clock = { today: plantDay(now), minute: plantMinute(now) };
	const rotation = rotationOf(diagram, crew);
	return {
		answers: answersAt(rotation, clock, holidays),
		expires: expiresIn(minutesUntilChange(rotation, clock), now),
	};
}
