import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { accountRoutes } from "../support/account-routes";
import { type SeededUser, seedEachKind, seedExtra, seedOwnDay, seedUser } from "../support/accounts-on-disk";
import type { RowValues } from "../support/extras";
import { textPages } from "../support/public-pages";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile();
let user: SeededUser;

/** Extras of every kind, the last two longer than one may work at a stretch. */
const extras: RowValues[] = [
	{ start_minute: 1320, compensation: "pago" },
	{ date: "2026-09-19", start_minute: 480, minutes: 500 },
	{ date: "2026-09-20", compensation: "franco" },
	{ date: "2026-09-21", compensation: "banco", minutes: 270 },
	{ date: "2026-09-22", is_own_split: 1, minutes_100: 120 },
	{ date: "2026-09-23", shift: "Z" },
	{ date: "2026-11-18", start_minute: 360, minutes: 960, shift: "M" },
	{ date: "2026-11-18", start_minute: 1320, minutes: 480, shift: "N" },
];

beforeAll(() => {
	user = seedUser(server.databasePath, { diagram: "3turnos", crew: "B" });
	seedEachKind(server.databasePath, user.id);
	for (const values of extras) seedExtra(server.databasePath, user.id, { id_file: randomUUID(), ...values });
	const day = "2026-11-10";
	const bank = { kind: "banco", bank_minutes: 240, first_day: day, last_day: day } as const;
	seedOwnDay(server.databasePath, user.id, { id: randomUUID(), ...bank });
});

const withFigures = [
	"/auth/work-overtime",
	"/auth/work-overtime?view=sheet",
	"/auth/work-overtime?view=year&year=2026",
	"/auth/my-pay",
	"/auth/my-pay?view=periods",
	"/auth/my-pay?view=summary",
	"/auth/my-pay?view=balances",
	"/auth/my-pay/settings",
	"/my-shift/calendar",
	"/my-shift/swap?diagram=4turnos_7dias&crew=A&date=2027-01-15&with=C",
	"/diagrams/3turnos_12horas",
	"/diagrams/12horas_insalubre",
	"/diagrams/3turnos_12horas/compare?crew=A&with=B",
	"/diagrams/4turnos_7dias/compare?crew=A&with=B",
	"/diagrams/4turnos_7dias/statistics?crew=A",
];
const others = [...accountRoutes, ...textPages]
	.map(({ path }) => path)
	.filter((path) => !withFigures.includes(path));

const UNIT = "(?:hs?|%)(?![\\p{L}\\d])";
const unbroken = new RegExp(`\\d\u00A0${UNIT}|\\$\u00A0\\d`, "u");
const breaking = new RegExp(`\\d[^\\S\u00A0]+${UNIT}|\\$[^\\S\u00A0]+\\d`, "gu");

/** The page's text, in which "|" separates cells, paragraphs and the like; empty if the address has no page. */
async function textOf(path: string): Promise<string> {
	const { headers, text } = await send(server.origin, path, { headers: { cookie: user.cookie } });
	if (!headers["content-type"]?.includes("text/html")) return "";
	return text
		.replace(/<(style|script).*?<\/\1>/gs, "")
		.replace(/<!--.*?-->|<\/?(?:a|b|em|i|span)\b[^>]*>/gs, "")
		.replace(/<[^>]*>/g, "|");
}

const placesIn = (text: string) =>
	Array.from(text.matchAll(breaking), ({ index }) => text.slice(Math.max(0, index - 30), index + 10));

test.each(withFigures)(
	"%s has figures, and a line never ends between a figure and its unit",
	async (path) => {
		const text = await textOf(path);
		expect(text).toMatch(unbroken);
		expect(placesIn(text)).toEqual([]);
	},
);

test("neither does it on any other page", async () => {
	const broken: string[] = [];
	for (const path of others) broken.push(...placesIn(await textOf(path)).map((place) => `${path}: ${place}`));
	expect(broken).toEqual([]);
	expect(others.length).toBeGreaterThan(30);
});
