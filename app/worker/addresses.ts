/** What the worker does with each address of the site. All that is not named here it leaves alone. */

/** Page of the worker's own, which shows what waits on the phone. */
export const ON_THIS_PHONE = "/on-this-phone";
/** The days to come, without "Hoy": what Mi turno shows when its own copy is no longer true. */
export const DAYS = "/my-shift/days";
export const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";
export const MY_DAYS = "/auth/my-days";
export const MY_PAY = "/auth/my-pay";
/** Where other apps send a photo. */
export const SHARE = "/compartir";
/** The documents at hand, to show at the gate of the plant. */
export const GATE = "/auth/porteria";
export const ADD_DOCUMENT = "/auth/my-document/add-document";

export const urlOf = (path: string | URL) => new URL(path, location.origin);

/** Whether a form is that of a document, which has photos. */
export const isOfDocument = (pathname: string) => /^\/auth\/(my|edit)-document\//.test(pathname);

/** Pages that are the same for everybody. They are fetched without cookies. */
const publicPage =
	/^\/(security|on-this-phone|(android|ios)-system|about(\/[\w-]+)?|diagram(s|-detail|-complete)\/.+)$/;
/** Pages of a person or of a visitor's own shifts. */
const privatePage =
	/^\/(home|my-shift(\/(days|calendar(\/[\w-]+)?))?|auth\/(more|my-account|my-days|work-overtime(\/add-work-overtime)?|my-pay(\/settings)?|my-documents|porteria|my-document\/add-document|(view-document|edit-(document|work-overtime))\/[\w-]+))$/;

/** What only the network may answer: downloads, feeds, and what proves who somebody is. */
const untouched =
	/^\/(auth\/(export|google|register|recovery-pass|reset-pass|verify-email|work-overtime\/(export|preview))|calendars|feeds|images\/.+\.jpg|pictures|healthcheck)(\/|$)/;

export const isUntouched = ({ pathname }: URL) => untouched.test(pathname);

export type PageKind = "public" | "private";

/** How a page is kept; undefined for a page that is never kept. */
export function pageKind({ pathname }: URL): PageKind | undefined {
	if (publicPage.test(pathname)) return "public";
	return privatePage.test(pathname) ? "private" : undefined;
}

/** Parameters that make no other page: the key of a new form, and how the app was opened. */
const passing = ["idFile", "app", "inicio", "web"];

/** The address under which a page is kept. */
export function copyAddress(url: URL): string {
	const kept = new URL(url);
	for (const name of passing) kept.searchParams.delete(name);
	return kept.pathname + kept.search;
}

/** The address of the empty form that the phone keeps for an address; undefined for an address without such a form. */
export function templateOf({ pathname, searchParams }: URL): string | undefined {
	if (pathname === ADD_EXTRA || pathname === ADD_DOCUMENT) return pathname;
	return pathname === MY_DAYS && searchParams.has("day") ? `${MY_DAYS}?day=hoy` : undefined;
}

/** Whether the words of a page are about this moment, so that a later copy would lie. */
export function isAboutNow({ pathname }: URL): boolean {
	return /^\/(home|my-shift)$/.test(pathname);
}
