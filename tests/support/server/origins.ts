/** Addresses and headers of posted forms, from this site and from others. */

/** Paths of every kind to which a form can be posted. */
export const postedPaths = [
	"/",
	"/home",
	"/home?inicio=1",
	"/security",
	"/about",
	"/diagrams/4turnos_7dias?crew=A",
	// Data requests (`_data`), whose origin Remix itself does not check, and other URLs with a meaning in Remix.
	"/home?_data=routes%2Fhome",
	"/cookies?_data=routes%2Fcookies",
	"/cookies?_data=root",
	"/cookies.data",
	"/home?index",
	// Paths of routes without a page.
	"/cookies",
	"/cookies/",
	"/Cookies",
	"/healthcheck",
	"/pictures/4turnos_7dias-2027-01.00.svg",
	// Paths of static files, an unknown path, and paths for signing in and for the account.
	"/safety/1.svg",
	"/favicon.svg",
	"/no-existe",
	"/auth/login",
	"/auth/register",
	"/auth/recovery-pass",
	"/auth/google",
	"/auth/logout",
	"/auth/delete-account",
];

/** The headers of a form, given the origin of this site. */
export type Shape = (origin: string) => Record<string, string>;

export const foreign: Readonly<Record<string, Shape>> = {
	"no header": () => ({}),
	"another site": () => ({ "sec-fetch-site": "cross-site" }),
	"a sibling host": () => ({ "sec-fetch-site": "same-site" }),
	"no site": () => ({ "sec-fetch-site": "none" }),
	"an empty site": () => ({ "sec-fetch-site": "" }),
	"the word in capitals": () => ({ "sec-fetch-site": "Same-Origin" }),
	"another site with our origin": (origin) => ({
		"sec-fetch-site": "cross-site",
		origin,
		referer: `${origin}/home`,
	}),
	"another origin": () => ({ origin: "http://evil.example" }),
	"another origin with our referer": (origin) => ({
		origin: "http://evil.example",
		referer: `${origin}/home`,
	}),
	"no origin (null)": () => ({ origin: "null" }),
	"an empty origin": () => ({ origin: "" }),
	"another port": () => ({ origin: "http://localhost:1" }),
	"another scheme": (origin) => ({
		origin: origin.replace(/^https?/, (scheme) => (scheme === "http" ? "https" : "http")),
	}),
	"our origin as a prefix": (origin) => ({ origin: `${origin}.evil.example` }),
	"our origin as a path": (origin) => ({ origin: `${origin}/` }),
	"another referer": () => ({ referer: "http://evil.example/home" }),
	"our origin in the referer's user": (origin) => ({ referer: `${origin}@evil.example/home` }),
	"our origin in the referer's query": (origin) => ({ referer: `http://evil.example/?${origin}/home` }),
	"a malformed referer": () => ({ referer: "localhost" }),
	"a forged host": () => ({ origin: "http://evil.example", "x-forwarded-host": "evil.example" }),
};

export const own: Readonly<Record<string, Shape>> = {
	"the same origin": () => ({ "sec-fetch-site": "same-origin" }),
	"the same origin, and Origin": (origin) => ({ "sec-fetch-site": "same-origin", origin }),
	"Origin only": (origin) => ({ origin }),
	"Origin and Referer": (origin) => ({ origin, referer: `${origin}/home` }),
	"Referer only": (origin) => ({ referer: `${origin}/home?inicio=1` }),
	"the same origin, and no Origin (null)": () => ({ "sec-fetch-site": "same-origin", origin: "null" }),
};
