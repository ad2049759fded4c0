import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { isOwnCycle } from "~/features/diagrams/own-cycle/own-diagram";
import { FindStep } from "~/features/shift/find/find-step";
import { nextFindStep } from "~/features/shift/find/read-find-step.server";
import { findMyRotation } from "~/features/shift/my-rotation.server";
import { OwnCyclePage } from "~/features/shift/own-cycle/own-cycle-page";
import { readOwnCycle } from "~/features/shift/own-cycle/read-own-cycle";
import { requireSearch } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { plantClock } from "~/lib/time/plant-clock.server";
import { pageTitle, type Shown } from "~/ui/page-title";

export const meta = ({ data }: Shown<typeof loader>) =>
	"cycle" in data
		? pageTitle(
				"Mi ciclo",
				"Si tu diagrama no está en Relevo, escribí tu ciclo de turnos y francos, con tus horas y el día en que empieza.",
			)
		: pageTitle(
				"¿Qué turno tenés hoy?",
				"Decí qué turno tenés hoy y Relevo encuentra tu escuadra, aunque no sepas la letra.",
			);

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request }: LoaderFunctionArgs) {
	const { searchParams } = requestContext().url;
	const clock = plantClock();
	if (searchParams.get("view") === "cycle") {
		const mine = await findMyRotation(request, await findSessionUser(request));
		return json({ cycle: readOwnCycle(searchParams, mine, clock.today) });
	}
	requireSearch();
	// An own cycle has no positions among which to look for the worker's: it is corrected as it was typed.
	if (isOwnCycle(searchParams.get("diagram") ?? "")) throw redirect("/my-shift/find?view=cycle");
	return json({ step: await nextFindStep(searchParams, clock) });
}

export default function FindShiftPage() {
	const shown = useLoaderData<typeof loader>();
	if ("cycle" in shown) return <OwnCyclePage step={shown.cycle} />;
	return (
		<>
			<h1>¿Qué turno tenés hoy?</h1>
			<FindStep {...shown} />
		</>
	);
}
