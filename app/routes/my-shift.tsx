import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findSessionUser, loginRedirect } from "~/features/auth/sessions/sessions.server";
import { CalendarLinks } from "~/features/calendars/calendar-links";
import { CrewQuestion } from "~/features/diagrams/diagram-notes";
import { twelveMonths } from "~/features/diagrams/periods";
import { readToday } from "~/features/own-days/find-own-calendar.server";
import { MyMonths } from "~/features/shift/calendar/my-months";
import {
	forgetRotation,
	keepDifference,
	keepRotation,
	requireMyRotation,
	showedOtherShifts,
} from "~/features/shift/my-rotation.server";
import { KeepShifts, MyShiftLinks } from "~/features/shift/my-shift";
import { rotationText } from "~/features/shift/rotation";
import { Today } from "~/features/shift/today/today";
import { readFields } from "~/lib/forms/form.server";
import { isOfSomebodyElse, OF_SOMEBODY_ELSE } from "~/lib/forms/form-state.server";
import { badRequest, returnPath } from "~/lib/http/http.server";
import { backWithToast } from "~/lib/http/toast.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { InstallOffer, RegisterWorker } from "~/ui/frame/register-worker-script";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mi turno", "Qué trabajás hoy, hasta qué hora, cuándo tenés franco y quién te releva.");

export const handle = { cacheKey: ["shifts"] };

export { pageHeaders as headers } from "~/features/shift/freshness.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const mine = await requireMyRotation(request);
	const { source, user } = mine;
	const { shown, calendar, holidays, expires } = await readToday(mine, user?.id);
	const { anchor, anchorConfirmed } = shown.diagram;
	const isUnsure = source === "crew" && !anchorConfirmed && user?.answeredAnchor !== anchor;
	return json(
		{
			...shown,
			source,
			mine: rotationText(mine.rotation, plantToday()),
			isUnsure,
			isSignedIn: user !== undefined,
			calendar,
			holidays,
		},
		{ headers: { Expires: expires } },
	);
}

/**
 * Stores the calendar of a user or visitor, whether its shifts are right, or forgets it. Forgetting keeps the profile's
 * diagram and crew. A form that a user has opened changes nothing of anybody else, and nothing without a session.
 */
export async function action({ request }: ActionFunctionArgs) {
	const { intent, mine = "", ...form } = await readFields(request, ["intent", "mine", "shown", "person"]);
	const user = await findSessionUser(request);
	if (isOfSomebodyElse(form))
		throw user
			? await backWithToast("/my-shift", { text: OF_SOMEBODY_ELSE, kind: "error" })
			: await loginRedirect(request, { page: pageWithForm(request) });
	if (intent === "forget") {
		const headers = await forgetRotation(request, mine);
		if (!headers) throw await backWithToast("/my-shift", { text: `No se borró: ${CHANGED}`, kind: "info" });
		return redirect("/my-shift", { status: 303, headers });
	}
	const isOutdated = user !== undefined && (await showedOtherShifts(mine, form.shown));
	if (intent === "differs" && !isOutdated) {
		const id = await keepDifference(request, mine);
		if (!id) throw badRequest(UNKNOWN);
		return redirect(`/my-shift/find?diagram=${id}`, 303);
	}
	const headers = intent && isOutdated ? "changed" : await keepRotation(request, mine, intent, isOutdated);
	if (headers === "changed")
		throw await backWithToast("/my-shift", { text: `No se guardó: ${CHANGED}`, kind: "info" });
	if (!headers) throw badRequest(UNKNOWN);
	return redirect("/my-shift", { status: 303, headers });
}

/** The page from which a form was sent; undefined if the browser does not name it. */
function pageWithForm({ headers }: Request): string | undefined {
	const referer = headers.get("Referer") ?? "";
	return URL.canParse(referer) ? returnPath(referer.slice(new URL(referer).origin.length)) : undefined;
}

const CHANGED = "tu diagrama o tu escuadra cambiaron después de abrir esa página. Ahora es este.";
const UNKNOWN = "Ese turno no existe: elegilo de nuevo en «¿Qué turno tenés hoy?».";

export default function MyShiftPage() {
	const { answers, isUnsure, calendar, holidays, ...shown } = useLoaderData<typeof loader>();
	const { diagram, crew, isSignedIn } = shown;
	const today = answers.today.date;
	const { year } = datePartsOf(today);
	return (
		<div className="mine">
			<RegisterWorker />
			<h1>Mi turno</h1>
			<Today diagram={diagram} answers={answers} crew={crew}>
				{crew && <CrewQuestion diagram={diagram} crew={crew} isOwn isUnsure={isUnsure} />}
				{isSignedIn && shown.source === "cookie" && <KeepShifts {...shown} />}
			</Today>
			<div className="rest">
				<InstallOffer />
				<MyMonths months={twelveMonths(undefined, today).slice(0, 2)} {...{ calendar, today, holidays }} />
				<MyShiftLinks {...shown} />
				{!isSignedIn && crew && <CalendarLinks diagramId={diagram.id} crew={crew} years={[year, year + 1]} />}
			</div>
		</div>
	);
}
