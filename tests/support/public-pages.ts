/** Paths of the public pages, for tests and measurements. Add new public pages here. */
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { periodPath, twelveMonths, twoHalves } from "~/features/diagrams/periods";
import { datePartsOf } from "~/lib/time/civil-date";
import { todayIn } from "./texts/today";

export interface PublicPage {
	path: string;
	/** File in app/routes, without extension. */
	route: string;
	/** Whether the page shows all crews for twelve months: for such pages, tests allow a larger size. */
	isWholeYear?: true;
	status?: 404;
}

/**
 * Public routes that `listPublicPages` leaves out: redirects, form targets, files, the health check, and the pages that
 * need the visitor's own shifts (stored in a cookie or an account).
 */
export const otherPublicRoutes: readonly string[] = [
	"_index",
	"calendars.$file",
	"cookies",
	"feeds.$file",
	"healthcheck",
	"my-shift",
	"my-shift_.calendar",
	"my-shift_.calendar_.$month",
	"my-shift_.days",
	"pictures.$file",
];

/** All listed pages except those of `pagesOfDiagram`. `heading` is the only `h1`. */
export const textPages: readonly (PublicPage & { heading: string })[] = [
	{ path: "/home", route: "home", heading: "¿Qué turno te toca?" },
	{ path: "/home?inicio=1", route: "home", heading: "¿Qué turno te toca?" },
	{ path: "/my-shift/find", route: "my-shift_.find", heading: "¿Qué turno tenés hoy?" },
	{
		path: "/my-shift/find?diagram=4turnos_7dias",
		route: "my-shift_.find",
		heading: "¿Qué turno tenés hoy?",
	},
	{ path: "/my-shift/find?view=cycle", route: "my-shift_.find", heading: "Mi ciclo" },
	{
		path: "/my-shift/find?view=cycle&cycle=4M+2F+4N+2F&start=2026-11-23",
		route: "my-shift_.find",
		heading: "Mi ciclo",
	},
	{ path: "/my-shift/swap", route: "my-shift_.swap", heading: "¿Puedo cambiar con…?" },
	{
		path: "/my-shift/swap?diagram=4turnos_7dias&crew=A&date=2027-01-15&with=C",
		route: "my-shift_.swap",
		heading: "¿Puedo cambiar con…?",
	},
	{ path: "/android-system", route: "android-system", heading: "Relevo en tu Android" },
	{ path: "/ios-system", route: "ios-system", heading: "Relevo en tu iPhone o iPad" },
	{ path: "/security", route: "security", heading: "Diez reglas de seguridad" },
	{ path: "/about", route: "about", heading: "Acerca de Relevo" },
	{ path: "/about/privacy-policy", route: "about_.$document", heading: "Política de privacidad" },
	{ path: "/about/end-user-agreement", route: "about_.$document", heading: "Términos de uso" },
	{ path: "/about/cookie-policy", route: "about_.$document", heading: "Política de cookies" },
	{
		path: "/about/gift-privacy-policy",
		route: "about_.$document",
		heading: "Términos y condiciones de los regalos",
	},
	{ path: "/on-this-phone", route: "on-this-phone", heading: "En el teléfono" },
	{ path: "/compartir", route: "compartir", heading: "Compartir con Relevo" },
	{ path: "/no-existe", route: "$", heading: "Error", status: 404 },
];

/** The current year, whose pages mark today, and the next year. */
export function measuredYears(): [thisYear: number, nextYear: number] {
	const { year } = datePartsOf(todayIn("America/Argentina/Buenos_Aires"));
	return [year, year + 1];
}

/** The text pages and, for each diagram, every kind of page, with the pages of all twelve months of next year. */
export function listPublicPages(): PublicPage[] {
	return [...textPages, ...diagramNames.flatMap(({ id }) => pagesOfDiagram(id))];
}

function pagesOfDiagram(id: string): PublicPage[] {
	const [thisYear, nextYear] = measuredYears();
	const months = twelveMonths(nextYear, "").map((month) => periodPath(id, month));
	const halves = twoHalves(nextYear, "").map((half) => periodPath(id, half));
	return [
		{ path: `/diagrams/${id}`, route: "diagrams.$id", isWholeYear: true },
		{ path: `/diagrams/${id}?year=${nextYear}`, route: "diagrams.$id", isWholeYear: true },
		{ path: `/diagrams/${id}?crew=A`, route: "diagrams.$id" },
		{ path: `/diagrams/${id}?year=${thisYear}&crew=B`, route: "diagrams.$id" },
		{ path: `/diagrams/${id}/compare`, route: "diagrams.$id_.compare" },
		{ path: `/diagrams/${id}/compare?crew=A&with=B`, route: "diagrams.$id_.compare" },
		{
			path: `/diagrams/${id}/compare?crew=A&with=5turnos_7dias&withCrew=E&year=${nextYear}`,
			route: "diagrams.$id_.compare",
		},
		{ path: `/diagrams/${id}/statistics`, route: "diagrams.$id_.statistics" },
		{ path: `/diagrams/${id}/statistics?crew=B&year=${nextYear}`, route: "diagrams.$id_.statistics" },
		...months.map((path) => ({ path, route: "diagram-detail.$image.$month.$monthHoliday" })),
		...halves.map((path) => ({ path, route: "diagram-complete.$title.$image" })),
	];
}
