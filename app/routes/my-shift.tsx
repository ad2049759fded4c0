import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CalendarLinks } from "~/features/calendars/calendar-links";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { listHolidays } from "~/features/holidays/holidays.server";
import { withOwnDays } from "~/features/own-days/find-own-calendar.server";
import { answersAt } from "~/features/shift/answers";
import { expiresIn, minutesUntilCountdownChange } from "~/features/shift/freshness";
import {
	forgetRotation,
	keepDifference,
	keepRotation,
	requireMyRotation,
} from "~/features/shift/my-rotation.server";
import { MyShift } from "~/features/shift/my-shift";
import { readFields } from "~/lib/forms/form.server";
import { badRequest } from "~/lib/http/http.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { LinkItem } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mi turno", "Qué trabajás hoy, hasta qué hora, cuándo tenés franco y quién te releva.");

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request }: LoaderFunctionArgs) {
	const mine = await requireMyRotation(request);
	const { crew, source, user } = mine;
	const now = Date.now();
	const clock = { today: plantDay(now), minute: plantMinute(now) };
	const rotation = user ? await withOwnDays(mine.rotation, user.id, clock.today) : mine.rotation;
	const { year } = datePartsOf(clock.today);
	const holidays = [...(await listHolidays(year)), ...(await listHolidays(year + 1))];
	return json(
		{
			diagram: rotation.diagram,
			label: findDiagramName(rotation.diagram.id)?.label ?? "",
			crew,
			source,
			isUnsure:
				source === "crew" &&
				!rotation.diagram.anchorConfirmed &&
				user?.answeredAnchor !== rotation.diagram.anchor,
			isSignedIn: user !== undefined,
			answers: answersAt(rotation, clock, holidays),
		},
		{ headers: { Expires: expiresIn(minutesUntilCountdownChange(rotation, clock), now) } },
	);
}

/** Tells the server's page cache how long the page is valid. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
	Expires: loaderHeaders.get("Expires") ?? "",
});

/**
 * Stores the calendar of a user or visitor, whether its shifts are right, or forgets it. Forgetting keeps the profile's
 * diagram and crew.
 */
export async function action({ request }: ActionFunctionArgs) {
	const { intent, mine = "" } = await readFields(request, ["intent", "mine"]);
	if (intent === "forget")
		return redirect("/my-shift", { status: 303, headers: await forgetRotation(request) });
	if (intent === "differs") {
		const id = await keepDifference(request, mine);
		if (!id) throw badRequest(UNKNOWN);
		return redirect(`/my-shift/find?diagram=${id}`, 303);
	}
	const headers = await keepRotation(request, mine);
	if (!headers) throw badRequest(UNKNOWN);
	return redirect("/my-shift", { status: 303, headers });
}

const UNKNOWN = "Ese turno no existe: elegilo de nuevo en «¿Qué turno tenés hoy?».";

export default function MyShiftPage() {
	const { isSignedIn, ...shown } = useLoaderData<typeof loader>();
	const { year } = datePartsOf(shown.answers.today.date);
	return (
		<>
			<h1>Mi turno</h1>
			<MyShift {...shown} />
			{isSignedIn ? (
				<ul className="links card">
					<LinkItem href="/auth/my-days">Mis días: vacaciones, licencias y cambios</LinkItem>
					<LinkItem href="/auth/my-calendar">Mi calendario en el teléfono</LinkItem>
				</ul>
			) : (
				shown.crew && (
					<CalendarLinks diagramId={shown.diagram.id} crew={shown.crew} years={[year, year + 1]} />
				)
			)}
		</>
	);
}
