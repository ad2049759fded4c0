/** Every public page, in one place: what is weighed, and what `tests/routes/page-weight.test.ts` checks. */
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { halfYearPath, monthPath } from "~/features/diagrams/periods";
import { datePartsOf, todayIn } from "~/lib/time/civil-date";

export interface PublicPage {
	path: string;
	/** Its route: the name of a file in `app/routes`, without the ending. */
	route: string;
	/** Twelve months of all crews, the one kind of page that may weigh more. */
	isWholeYear?: true;
	status?: 404;
}

/** Routes that answer without a session and are no pages: redirects, forms' targets, pictures, probes, generated files. */
export const notPages: readonly string[] = ["_index"];

const texts: readonly PublicPage[] = [
	{ path: "/home", route: "home" },
	{ path: "/home?inicio=1", route: "home" },
	{ path: "/android-system", route: "android-system" },
	{ path: "/ios-system", route: "ios-system" },
	{ path: "/security", route: "security" },
	{ path: "/about", route: "about" },
	{ path: "/about/privacy-policy", route: "about_.privacy-policy" },
	{ path: "/about/end-user-agreement", route: "about_.end-user-agreement" },
	{ path: "/about/cookie-policy", route: "about_.cookie-policy" },
	{ path: "/about/gift-privacy-policy", route: "about_.gift-privacy-policy" },
	{ path: "/no-existe", route: "$", status: 404 },
];

/** The years that the measurements look at: this one, which marks today, and the next. */
export function measuredYears(): [thisYear: number, nextYear: number] {
	const { year } = datePartsOf(todayIn("America/Argentina/Buenos_Aires"));
	return [year, year + 1];
}

/** All public pages: every text, and of every diagram each kind of page, months one by one. */
export function listPublicPages(): PublicPage[] {
	return [...texts, ...diagramNames.flatMap(({ id }) => pagesOfDiagram(id))];
}

function pagesOfDiagram(id: string): PublicPage[] {
	const [thisYear, nextYear] = measuredYears();
	const months = Array.from({ length: 12 }, (_, index) => monthPath(id, nextYear, index + 1));
	const halves = ([1, 2] as const).map((half) => halfYearPath(id, nextYear, half));
	return [
		{ path: `/diagrams/${id}`, route: "diagrams.$id", isWholeYear: true },
		{ path: `/diagrams/${id}?year=${nextYear}`, route: "diagrams.$id", isWholeYear: true },
		{ path: `/diagrams/${id}?crew=A`, route: "diagrams.$id" },
		{ path: `/diagrams/${id}?year=${thisYear}&crew=B`, route: "diagrams.$id" },
		...months.map((path) => ({ path, route: "diagram-detail.$image.$month.$monthHoliday" })),
		...halves.map((path) => ({ path, route: "diagram-complete.$title.$image" })),
	];
}
