import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { automaticPageOf } from "~/features/account/landing.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { crewsOf } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { DiagramList, LastDiagram } from "~/features/diagrams/diagram-list";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { ExpiringRows } from "~/features/documents/document-rows";
import { listExpiring } from "~/features/documents/documents.server";
import { describe } from "~/features/holidays/holiday-list";
import { findNextHoliday } from "~/features/holidays/holidays.server";
import { readToday } from "~/features/own-days/find-own-calendar.server";
import { HomeRows } from "~/features/pay/home-rows";
import { findOpenPay } from "~/features/pay/slips/logged.server";
import { PhoneCards } from "~/features/platform/platform-page";
import { storeOf } from "~/features/platform/store.server";
import { TodayQuestion } from "~/features/shift/find/today-question";
import { findMyRotation } from "~/features/shift/my-rotation.server";
import { Today } from "~/features/shift/today/today";
import { env } from "~/lib/env.server";
import { requireSearch } from "~/lib/http/http.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { readPreferences, remember } from "~/lib/http/preferences.server";
import { formatLongDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { Icon } from "~/ui/icons";
import { LinkItem } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"Diagramas de turnos",
		"Mirá qué turno te toca: los diagramas de turnos rotativos de la planta, mes por mes, con feriados, y tus extras y documentos.",
	);

export const handle = { cacheKey: ["web", "crew", "phone", "shifts"] };

export { pageHeaders as headers } from "~/features/shift/freshness.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const searchParams = requireSearch();
	const vary = { Vary: "User-Agent" };
	const { web, crew, consent } = readPreferences(request.headers.get("Cookie"));
	const asksForHome = searchParams.get("inicio") === "1";
	// `web=1`: the visitor chose the website, which a cookie remembers. `app=1`: the installed app starts here.
	const choosesWeb = searchParams.get("web") === "1" || searchParams.get("app") === "1";
	const phone = phoneKind(request.headers.get("User-Agent"));
	const user = await findSessionUser(request);
	const automaticPage = user && automaticPageOf(user);
	if (automaticPage && !asksForHome) return redirect(automaticPage, { headers: vary });
	const found = await findMyRotation(request, user);
	const today = plantToday();
	const mine = found && (await readToday(found, user?.id));
	// Phones see their platform's page until the visitor signs in, confirms a calendar, chooses the website (`web=1`) or
	// its app, or asks for the home page (`inicio=1`).
	if (phone && !user && !mine && !web && !choosesWeb && !asksForHome)
		return redirect(`/${phone}-system`, { headers: vary });
	const expires = mine && { Expires: mine.expires };
	// Takes diagram and crew from the visitor's calendar, or else from the profile, or else from the cookie `crew`.
	const [id = "", shownCrew] = found
		? [found.rotation.diagram.id, found.crew]
		: user?.diagram
			? [user.diagram, user.crew]
			: (crew?.split(".") ?? []);
	const name = findDiagramName(id);
	const diagrams = await listDiagrams();
	// The diagram may have lost the crew of the cookie since.
	const hasCrew = diagrams.some((one) => one.id === id && crewsOf(one).some((each) => each === shownCrew));
	return json(
		{
			mine: mine?.shown,
			today,
			diagrams,
			shortcut: name && { ...name, crew: hasCrew ? shownCrew : null, isOwn: id === user?.diagram },
			expiring: user ? await listExpiring(user.id, today) : [],
			openPay: user && mine && (await findOpenPay(user.id)),
			nextHoliday: await findNextHoliday(today),
			stores: { android: await storeOf(env.ANDROID_APP_URL), ios: await storeOf(env.IOS_APP_URL) },
		},
		{
			headers: { ...vary, ...expires, ...(choosesWeb && { "Set-Cookie": remember("web", "1", consent) }) },
		},
	);
}

export default function HomePage() {
	const data = useLoaderData<typeof loader>();
	const { mine, today, diagrams, shortcut, expiring, openPay, nextHoliday, stores } = data;
	const asked = diagrams.find(({ id }) => id === shortcut?.id);
	return (
		<>
			{mine ? (
				<div className="mine">
					<h1>
						<a href="/my-shift">
							Mi turno <Icon name="right" />
						</a>
					</h1>
					<Today {...mine} />
					<div className="rest">
						<ul className="links card">
							<ExpiringRows documents={expiring} today={today} />
							{openPay !== undefined && <HomeRows {...mine.answers} openPay={openPay} />}
							<LinkItem href="/my-shift/calendar" sign="calendar">
								Mis doce meses
							</LinkItem>
						</ul>
						<details className="card fold">
							<summary>Diagramas de la planta</summary>
							<DiagramList diagrams={diagrams} own={shortcut} />
						</details>
					</div>
				</div>
			) : (
				<>
					<h1>¿Qué turno te toca?</h1>
					<TodayQuestion diagram={asked} today={today} />
					{expiring.length > 0 && (
						<ul className="links card">
							<ExpiringRows documents={expiring} today={today} />
						</ul>
					)}
					<p className="lead">
						Elegí tu diagrama y mirá los doce meses, con feriados, de este año o de otro.
					</p>
				</>
			)}
			{/* The server cannot tell an iPad from a Mac, so it always sends this link. CSS shows the link on iPads only. */}
			<p className="for-ipad">
				<a href="/ios-system">¿Estás en un iPad? Poné Relevo en tu pantalla de inicio</a>
			</p>
			{shortcut && !mine && <LastDiagram {...shortcut} />}
			{!mine && <DiagramList diagrams={diagrams} own={shortcut} />}
			<h2>También para vos</h2>
			{nextHoliday && !mine && (
				<p>{`Próximo feriado, ${formatLongDate(nextHoliday.date)}: ${describe(nextHoliday)}`}</p>
			)}
			<ul className="card links">
				<LinkItem href="/security" sign="shield" note="Antes de tocar una máquina, una carga o un tablero.">
					Diez reglas de seguridad
				</LinkItem>
			</ul>
			<PhoneCards {...stores} />
		</>
	);
}
