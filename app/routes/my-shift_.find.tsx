import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { diagramLabels, listDiagrams } from "~/features/diagrams/diagrams.server";
import { isOwnCycle } from "~/features/diagrams/own-cycle/own-diagram";
import { FindStep } from "~/features/shift/find/find-step";
import { nextFindStep } from "~/features/shift/find/read-find-step.server";
import { shiftTimeOf } from "~/features/shift/rotation";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { DAY_MINUTES } from "~/lib/units/durations";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"¿Qué turno tenés hoy?",
		"Decí qué turno tenés hoy y Relevo encuentra tu escuadra, aunque no sepas la letra.",
	);

export const handle = { cacheKey: ["shifts"] };

export async function loader() {
	redirectWithoutBlanks();
	const { searchParams } = requestContext().url;
	// An own cycle has no positions among which to look for the worker's: it is corrected as it was typed.
	if (isOwnCycle(searchParams.get("diagram") ?? "")) throw redirect("/my-shift/cycle");
	const now = Date.now();
	const step = await nextFindStep(searchParams, plantDay(now));
	const sinceYesterday = DAY_MINUTES + plantMinute(now);
	const stored = (await listDiagrams()).map(({ id }) => id);
	return json({
		step,
		isNight:
			step.ask === "letter" &&
			step.letters.some((letter) => (shiftTimeOf(step, letter)?.endMinute ?? 0) > sinceYesterday),
		diagrams: diagramLabels.filter(({ id }) => stored.includes(id)),
	});
}

export default function FindShiftPage() {
	const shown = useLoaderData<typeof loader>();
	return (
		<>
			<h1>¿Qué turno tenés hoy?</h1>
			<FindStep {...shown} />
			{shown.step.ask === "diagram" && (
				<p>
					<a className="btn" href="/my-shift/cycle">
						No está mi diagrama: escribir mi ciclo
					</a>
				</p>
			)}
		</>
	);
}
