import type { LoaderFunctionArgs } from "@remix-run/node";
import { createElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { personCalendar } from "~/features/calendars/person-calendar.server";
import { listDatedRotations, listOwnCrews } from "~/features/own-days/find-own-calendar.server";
import { FindStep } from "~/features/shift/find/find-step";
import { listRotationHistory } from "~/features/shift/history/rotation-history.server";
import { MyShiftLinks } from "~/features/shift/my-shift";
import { dayOf } from "~/features/shift/own-calendar";
import { CycleForm, CyclePreview } from "~/features/shift/own-cycle/own-cycle-page";
import type { OwnCycleStep } from "~/features/shift/own-cycle/read-own-cycle";
import { db } from "~/lib/database/db.server";
import { loader as elsewhere } from "~/routes/$";
import { loader as exportData } from "~/routes/auth.export";
import { loader as account } from "~/routes/auth.my-account";
import { action as editProfile } from "~/routes/auth.my-account_.edit-profile";
import { action as saveDay } from "~/routes/auth.my-days";
import { loader as preview } from "~/routes/auth.work-overtime_.preview";
import { loader as openDiagram } from "~/routes/diagrams.$id";
import { action as keep, loader as myShift } from "~/routes/my-shift";
import { loader as months } from "~/routes/my-shift_.calendar";
import { loader as find } from "~/routes/my-shift_.find";
import SwapPage, { loader as swap } from "~/routes/my-shift_.swap";
import { formOf, makeUser, signedIn } from "../support/accounts";
import { htmlOf } from "../support/browser/render-part";
import { extraRow } from "../support/extras";
import { argsFor, errorsOf, responseOf } from "../support/requests";
import { wordsOf } from "../support/texts/words-of";
import { toastOf } from "../support/toasts";
import { unzip } from "../support/unzip";

const TODAY = "2026-11-21";
const TYPED = "cycle=4M+2F+4T+2F+4N+2F&start=2026-11-23";
const ID = "propio-4M2F4T2F4N2F-M06001400-T14002200-N22000600";

// The clock shows a Saturday, 10:00 in Buenos Aires.
beforeEach(() => {
	vi.useFakeTimers({ now: new Date(`${TODAY}T13:00:00Z`), toFake: ["Date"] });
	return () => vi.useRealTimers();
});

type Headers = Record<string, string>;

const get = (load: (args: LoaderFunctionArgs) => unknown, path: string, headers: Headers = {}) =>
	responseOf(() => load(argsFor(path, {}, { headers })));
const post = (fields: Record<string, string>, headers: Headers = {}) =>
	responseOf(() => keep(argsFor("/my-shift", {}, formOf(fields, headers))));
async function open(search = "", headers: Headers = {}): Promise<OwnCycleStep> {
	const shown = await get(find, `/my-shift/find?view=cycle${search && `&${search}`}`, headers);
	return (await shown.json()).cycle;
}
async function mineOf(search: string): Promise<string> {
	return (await open(search)).preview?.mine ?? "no preview";
}
const cookieOf = (response: Response) => ({
	Cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "",
});

describe("the page of the own cycle", () => {
	test("asks for the cycle, and shows four weeks of it before anything is kept", async () => {
		expect(await open()).toEqual({
			typed: { cycle: "", start: "" },
			shifts: [],
			problems: {},
		});
		const { preview, shifts } = await open(TYPED);
		expect(preview?.days[0]).toEqual({ date: "2026-11-16", letter: "F" });
		expect(preview?.days.map(({ letter }) => letter).join("")).toBe("FNNNNFFMMMMFFTTTTFFNNNNFFMMM");
		expect(preview).toMatchObject({
			cycleDays: 18,
			freeDays: 6,
			weekMinutes: 2240,
			rests: [],
			isKept: false,
		});
		expect(shifts.map(({ letter, hours }) => [letter, ...hours])).toEqual([
			["M", "06:00", "14:00"],
			["T", "14:00", "22:00"],
			["N", "22:00", "06:00"],
		]);
	});

	test.each([
		["2D 2N 4F", "18:00", 42],
		["2D N 2F", "18:00", 50.4],
		["2D 2M N 2F", "22:00", 48],
		["2D 2T N 2F", "22:00", 48],
		["2M 2N 2F", "22:00", 37 + 1 / 3],
	])(
		"the night of %s begins at %s, as in the diagrams, until the worker says otherwise",
		async (cycle, start, hours) => {
			const { preview, shifts } = await open(`cycle=${cycle}&start=2026-11-23`);
			expect(shifts.find(({ letter }) => letter === "N")?.hours).toEqual([start, "06:00"]);
			expect(preview?.weekMinutes).toBe(hours * 60);
		},
	);

	test("takes the worker's own hours, and says which rests are short", async () => {
		const { preview } = await open("cycle=2D+N+2F&start=2026-11-21&D=07:00&D=19:30&N=02:00&N=10:00");
		expect(preview?.mine).toContain("propio-2DN2F-N02001000-D07001930.2026-11-21.");
		expect(preview?.rests).toEqual([
			"Entre el turno día y el turno noche del día siguiente descansás 6,5\u00a0h.",
		]);
		const html = preview && (await htmlOf(createElement(CyclePreview, { preview })));
		expect(html).toContain("descansás 6,5");
		expect(html).toContain("5\u00a0días, 2 francos. ");
	});

	test.each([
		["cycle=4M+2X&start=2026-11-23", "cycle", "«X» no es un turno"],
		["cycle=&start=2026-11-23", "cycle", "Escribí tu ciclo"],
		["cycle=4M+2F", "start", "Elegí un día en que empieza"],
		["cycle=4M+2F&start=2026-02-30", "start", "Elegí un día en que empieza"],
		["cycle=4M+2F&start=2036-01-01", "start", "Elegí un día en que empieza"],
		["cycle=4M+2F&start=2026-11-23&M=06:00&M=", "M-from", "Poné a qué hora"],
		["cycle=4M+2F&start=2026-11-23&M=06:00&M=23:00", "M-from", "más de 16\u00a0h"],
	])("refuses %s with words beside the field, and offers nothing to keep", async (search, field, words) => {
		const step = await open(search);
		expect(step.preview).toBeUndefined();
		const html = await htmlOf(createElement(CycleForm, { step }));
		expect(html).toMatch(new RegExp(`id="${field}-error"[^>]*>[^<]*${words}`));
		expect(html).toMatch(new RegExp(`<input[^>]*aria-describedby="[^"]*${field}-error"`));
	});

	test("keeps the typed hours while something is wrong with the cycle", async () => {
		const { shifts } = await open("cycle=4M+2X&start=2026-11-23&M=07:00&M=15:00&N=23:00&N=07:30");
		expect(shifts).toEqual([
			{ letter: "M", hours: ["07:00", "15:00"] },
			{ letter: "N", hours: ["23:00", "07:30"] },
		]);
	});
});

test("who looks for a diagram is told before the list what to do if it is not there", async () => {
	const html = await htmlOf(createElement(FindStep, await (await get(find, "/my-shift/find")).json()));
	expect(html.indexOf('href="/my-shift/find?view=cycle"')).toBeGreaterThan(0);
	expect(html.indexOf('href="/my-shift/find?view=cycle"')).toBeLessThan(html.indexOf("<ul"));
});

test("the page's former address leads to it, with what was typed", async () => {
	const moved = await responseOf(() =>
		elsewhere(argsFor(`/my-shift/cycle?${TYPED}`, { "*": "my-shift/cycle" })),
	);
	expect(moved.headers.get("Location")).toBe(`/my-shift/find?view=cycle&${TYPED}`);
});

describe("a visitor", () => {
	test("keeps the cycle in the cookie, finds it in the form again, and drops it", async () => {
		const kept = await post({ mine: await mineOf(TYPED) });
		expect(kept).toRedirectTo("/my-shift");
		const cookie = cookieOf(kept);
		const shown = await (await get(myShift, "/my-shift", cookie)).json();
		expect(shown.answers.today.letter).toBe("F");
		expect(shown.answers.relief).not.toHaveProperty("relievedBy");
		const links = await htmlOf(createElement(MyShiftLinks, shown));
		expect(links).toContain("Tu ciclo de 18 días: ver, cambiar o borrar");
		expect(links).toContain("sin escuadras");
		expect(Array.from(links.matchAll(/<a[^>]* href="([^"]*)"/g), ([, href]) => href)).toEqual([
			"/my-shift/calendar",
			"/my-shift/calendar#numeros",
			"/my-shift/find?view=cycle",
		]);
		const step = await open("", cookie);
		expect(step).toMatchObject({
			kept: expect.stringContaining(ID),
			typed: { cycle: "4M 2F 4T 2F 4N 2F", start: "2026-11-05" },
			preview: { isKept: true },
		});
		expect(step).not.toHaveProperty("replaced");
		expect((await (await get(months, "/my-shift/calendar", cookie)).json()).who).toBe("Tu ciclo de 18 días");
		const asked = await (await get(swap, "/my-shift/swap", cookie)).json();
		const words = wordsOf(await htmlOf(createElement(SwapPage), "/my-shift/swap", asked));
		expect(words).toContain("Tu ciclo es tuyo, sin escuadras: no hay con quién compararlo ni cambiar.");
		expect(await get(find, `/my-shift/find?diagram=${ID}`, cookie)).toRedirectTo("/my-shift/find?view=cycle");
		const forgotten = await post({ intent: "forget", mine: step.kept ?? "" }, cookie);
		expect(await get(myShift, "/my-shift", cookieOf(forgotten))).toRedirectTo("/my-shift/find");
	});

	test("finds the kept hours in the form again, and can keep others", async () => {
		const typed = "cycle=2D+2F&start=2026-11-21&D=07:00&D=19:00";
		const cookie = cookieOf(await post({ mine: await mineOf(typed) }));
		const { shifts, preview } = await open("", cookie);
		expect(shifts).toMatchObject([{ letter: "D", hours: ["07:00", "19:00"] }]);
		expect(preview?.isKept).toBe(true);
		expect((await open(typed.replace("19:00", "18:00"), cookie)).preview?.isKept).toBe(false);
	});

	test("can keep the longest cycle there is", async () => {
		const cycle = "MTNDF".repeat(17).slice(1);
		const hours = "&M=06:15&M=13:45&T=14:15&T=21:45&N=22:15&N=05:45&D=06:15&D=17:45";
		const mine = await mineOf(`cycle=${cycle}&start=2026-11-23${hours}`);
		const { answers } = await (await get(myShift, "/my-shift", cookieOf(await post({ mine })))).json();
		expect(answers.week).toHaveLength(7);
	});

	test("finds no public page of an own cycle", async () => {
		const page = await responseOf(() => openDiagram(argsFor(`/diagrams/${ID}`, { id: ID })));
		expect(page.status).toBe(404);
	});
});

describe("a person", () => {
	async function person() {
		const user = await makeUser({ diagram: "4turnos_7dias", crew: "A", real_name: "Ana Gómez" });
		return { user, headers: await signedIn(user) };
	}
	const rowOf = (id: string) =>
		db
			.selectFrom("users")
			.select(["diagram", "own_cycle", "crew", "cycle_start"])
			.where("id", "=", id)
			.executeTakeFirstOrThrow();

	test("keeps it in the profile from today on, and drops it", async () => {
		const { user, headers } = await person();
		expect((await open(TYPED, headers)).replaced).toBe("4 turnos de 7 días");
		await post({ mine: await mineOf(TYPED) }, headers);
		expect(await rowOf(user.id)).toEqual({
			diagram: null,
			own_cycle: ID,
			crew: null,
			cycle_start: "2026-11-05",
		});
		const rotations = await listDatedRotations(user.id);
		expect(rotations.map(({ since, diagram }) => [since, diagram?.id])).toEqual([
			["1900-01-01", "4turnos_7dias"],
			[TODAY, ID],
		]);
		expect(dayOf({ rotations, ownDays: [] }, "2026-12-05").time).toEqual({
			letter: "N",
			startMinute: 1320,
			endMinute: 1800,
		});
		const { history } = await (await get(months, "/my-shift/calendar", headers)).json();
		expect(history[0].text).toBe("Tu ciclo de 18 días");
		expect((await responseOf(() => account(argsFor("/auth/my-account", {}, { headers })))).status).toBe(200);
		const { kept = "" } = await open("", headers);
		await post({ mine: await mineOf("cycle=2D+2F&start=2026-11-21") }, headers);
		// An old tab drops nothing that another one has kept since.
		const late = await post({ intent: "forget", mine: kept }, headers);
		expect((await toastOf(late))?.text).toMatch(/^No se borró: tu diagrama/);
		expect((await rowOf(user.id)).own_cycle).toContain("2D2F");
		const { kept: present = "" } = await open("", headers);
		await post({ intent: "forget", mine: present }, headers);
		expect(await rowOf(user.id)).toEqual({ diagram: null, own_cycle: null, crew: null, cycle_start: null });
	});

	test("keeps it when the profile form is saved, until another diagram is chosen", async () => {
		const { user, headers } = await person();
		await post({ mine: await mineOf(TYPED) }, headers);
		const save = (fields: Record<string, string>) => {
			const form = { intent: "profile", realName: "Ana María Gómez", payPeriod: "month", ...fields };
			return responseOf(() =>
				editProfile(argsFor("/auth/my-account/edit-profile", {}, formOf(form, headers))),
			);
		};
		const before = await listRotationHistory(user.id);
		expect(await save({ diagram: ID })).toRedirectTo("/auth/my-account");
		expect(await rowOf(user.id)).toMatchObject({ own_cycle: ID, cycle_start: "2026-11-05" });
		expect(await listRotationHistory(user.id)).toEqual(before);
		expect(await errorsOf(await save({ diagram: ID, crew: "B" }))).toMatchObject({
			crew: ["Tu ciclo es tuyo, sin escuadras: elegí «No sé»."],
		});
		// Another one, which a form has that was opened before, is not stored in its place.
		expect(await save({ diagram: ID.replace("4M", "3M") })).toRedirectTo("/auth/my-account");
		expect(await rowOf(user.id)).toMatchObject({ own_cycle: ID, cycle_start: "2026-11-05" });
		expect(await save({ diagram: "3turnos", crew: "B" })).toRedirectTo("/auth/my-account");
		expect(await rowOf(user.id)).toEqual({
			diagram: "3turnos",
			own_cycle: null,
			crew: "B",
			cycle_start: null,
		});
		expect((await listRotationHistory(user.id)).at(-1)).toMatchObject({
			since: TODAY,
			diagram: "3turnos",
			crew: "B",
			cycleStart: null,
		});
	});

	test("has it in the feed, the export and the pay of extras, and swaps with no crew", async () => {
		const user = await makeUser();
		const headers = await signedIn(user);
		await post({ mine: await mineOf(TYPED) }, headers);
		const feed = await personCalendar({ userId: user.id, alarms: "none", createdAt: 1, updatedAt: 1 }, TODAY);
		expect(feed).toContain("20261123T060000");
		const zip = await responseOf(() => exportData(argsFor("/auth/export", {}, { headers })));
		const files = unzip(Buffer.from(await zip.arrayBuffer()));
		expect(files.get("perfil.json")?.toString()).toContain(ID);
		const own = await mineOf(`${TYPED}&N=21:00&N=05:00`);
		await post({ mine: own }, headers);
		const asked = "date=2026-12-05&shift=N&hour=8";
		const answer = await get(preview, `/auth/work-overtime/preview?${asked}`, headers);
		expect((await answer.json()).text).toContain("De 21:00 a 05:00, según tu diagrama");
		expect(await listOwnCrews(user.id)).toEqual([]);
		const day = { idFile: crypto.randomUUID(), kind: "cambio", firstDay: "2026-11-24", crew: "B" };
		const refused = await responseOf(() =>
			saveDay(argsFor("/auth/my-days?day=hoy", {}, formOf(day, headers))),
		);
		expect(await errorsOf(refused)).toMatchObject({
			crew: ["Tu ciclo es tuyo, sin escuadras: no hay con quién cambiar."],
		});
	});

	test("has the extras of before paid by the shifts of the new cycle", async () => {
		const { user, headers } = await person();
		await db.insertInto("extras").values(extraRow(user.id)).execute();
		await db.deleteFrom("stale_pay").execute();
		await post({ mine: await mineOf(TYPED) }, headers);
		await db.deleteFrom("stale_pay").execute();
		await post({ mine: await mineOf(TYPED.replace("4N", "3N")) }, headers);
		expect(await db.selectFrom("stale_pay").select("user_id").execute()).toEqual([{ user_id: user.id }]);
	});
});
