import { describe, expect, test, vi } from "vitest";
import { expiryOf } from "~/features/documents/expiry/expiry";
import { copyAddress, isAboutNow, isUntouched, pageKind, templateOf } from "~/worker/addresses";
import { isWaitingAddress, nameOf, onlyStores, outcomeOf } from "~/worker/entry";
import {
	cutElements,
	daysFrom,
	partOf,
	plainCopy,
	withCount,
	withMain,
	withNotice,
	withoutToday,
} from "~/worker/html/copy-html";
import { fillForm, freshKey } from "~/worker/html/form-html";
import { copyTime, isTrue, momentText } from "~/worker/times";

const at = (path: string) => new URL(path, "http://localhost");

vi.stubGlobal("location", at("/sw.js"));

describe("addresses", () => {
	test.each([
		["/security", "public"],
		["/diagrams/4turnos_7dias?crew=B", "public"],
		["/about/privacy-policy", "public"],
		["/my-shift", "private"],
		["/auth/view-document/x-1", "private"],
		["/auth/edit-work-overtime/x-1", "private"],
		["/auth/login?redirectTo=/auth/more", undefined],
		["/auth/verify-email", undefined],
		["/auth/my-account/edit-profile", undefined],
	] as const)("%s is kept as %s", (path, kind) => {
		expect(pageKind(at(path))).toBe(kind);
	});

	test.each([
		"/auth/export",
		"/auth/google/callback",
		"/auth/register",
		"/auth/recovery-pass",
		"/auth/reset-pass",
		"/auth/verify-email/wait",
		"/auth/work-overtime/export",
		"/auth/work-overtime/preview",
		"/pictures/4turnos_7dias-2027-01.00.svg",
		"/healthcheck",
		"/feeds/x.ics",
		"/calendars/a.ics",
		"/images/a.jpg",
	])("%s is left to the network", (path) => {
		expect(isUntouched(at(path))).toBe(true);
	});

	test("a page is kept without the key of its form; an empty form stands for all its days", () => {
		expect(copyAddress(at("/auth/my-days?day=2026-12-01&idFile=1"))).toBe("/auth/my-days?day=2026-12-01");
		for (const name of ["app", "inicio", "web"]) expect(copyAddress(at(`/home?${name}=1`))).toBe("/home");
	});

	test.each([
		["/auth/my-days?day=2026-12-01", "/auth/my-days?day=hoy"],
		["/auth/my-days?month=2026-12", undefined],
		["/my-shift?day=2026-12-01", undefined],
		["/auth/work-overtime/add-work-overtime?date=2026-12-01", "/auth/work-overtime/add-work-overtime"],
		["/auth/my-document/add-document", "/auth/my-document/add-document"],
		["/auth/my-documents", undefined],
	])("the empty form that stands for %s is %s", (path, template) => {
		expect(templateOf(at(path))).toBe(template);
	});

	test.each([
		["/home", true],
		["/my-shift", true],
		["/my-shift/days", false],
		["/auth/more", false],
	])("%s is about this moment: %s", (path, isNow) => {
		expect(isAboutNow(at(path))).toBe(isNow);
	});
});

describe("a copy", () => {
	const page =
		'<html><title>Mi turno · Relevo</title><script async="">a("<main>")</script><div class="toast success"><div>Listo</div></div><main class="page" id="contenido"><section aria-label="Hoy"><section>Entrás en 2 h</section></section><td aria-current="date">26</td><p>Hasta hoy anotaste 4</p><a>decinos qué turno tenés hoy</a></main>';

	test("has neither script nor toast", () => {
		expect(plainCopy(page)).not.toMatch(/script|Listo/);
	});

	test("says no Hoy when its day has passed, but may still ask for it", () => {
		const later = withoutToday(plainCopy(page), "26/11");
		expect(later).not.toMatch(/Entrás|aria-current/);
		expect(later).toContain("Hasta el 26/11 anotaste");
		expect(later).toContain("tenés hoy");
	});

	test("says no Hoy twice in a sentence, but leaves what somebody has typed", () => {
		const typed = "Hoy pedí el carnet. Vence pronto, el viernes";
		const form = `<textarea>${typed}</textarea><p>Nota: <bdi>${typed}</bdi></p>`;
		expect(withoutToday(`<main><p>De hoy a hoy</p>${form}</main>`, "26/11")).toBe(
			`<main><p>De el 26/11 a el 26/11</p>${form}</main>`,
		);
	});

	test.each(["2026-11-27", "2026-11-28", "2026-12-05"])(
		"says of a paper that ends on %s no number of days when its day has passed",
		(end) => {
			const { text } = expiryOf(end, "2026-11-27");
			const { text: date } = expiryOf(end, "2026-01-01");
			expect(text).not.toBe(date);
			expect(withoutToday(`<main><span>${text}</span></main>`, "27/11")).toBe(
				`<main><span>${date}</span></main>`,
			);
		},
	);

	test("has a notice first, or other content", () => {
		expect(withNotice(plainCopy(page), "Sin señal.")).toContain(
			'<main class="page" id="contenido"><p class="note" role="status">Sin señal.</p>',
		);
		expect(withMain(plainCopy(page), "<h1>Otra</h1>")).toContain("<title>Otra · Relevo</title>");
	});

	test("of a part has its heading, if it has one, and its words, of which the unknown are left out", () => {
		const parts =
			'<template id="a" title="Dos"><div>{count} {other}.</div></template><template id="b"><p>{count}</p></template>';
		expect(partOf(parts, "a", { count: 2 })).toBe("<div><h1>Dos</h1>2 .</div>");
		expect(partOf(parts, "b", { count: 0 })).toBe("<p>0</p>");
		expect(partOf(parts, "c", {})).toBe("");
	});

	test("says how many forms wait, unless it wakes up and asks itself", () => {
		const more = "<span>Más</span><small>Lo que escribís sin señal</small>";
		expect(withCount(more, 2)).toBe("<span>Más·2</span><small>2 sin enviar</small>");
		const living = `${more}<script id="page-data"></script>`;
		expect(withCount(living, 2)).toBe(living);
	});

	test("loses an element with all that is in it", () => {
		expect(cutElements("a<div class=x>b<div>c</div>d</div>e", /<(div) class=x>/)).toBe("ae");
		expect(cutElements("a<div class=x>b<br>c<p></div>d<hr></div>", /<(div) class=x>/)).toBe("ad<hr></div>");
		expect(cutElements("a<div class=x>b", /<(div) class=x>/)).toBe("a");
	});

	test("of the days begins with the phone's day", () => {
		const days = '<li id="d2026-11-24">a</li><li id="d2026-11-25">b</li>';
		expect(daysFrom(days, "2026-11-25")).toBe('<li id="d2026-11-25">b</li>');
	});
});

describe("the time of a copy", () => {
	const headers = new Headers({
		Date: "Thu, 26 Nov 2026 12:00:00 GMT",
		"Relevo-Until": "Thu, 26 Nov 2026 12:05:00 GMT",
	});

	test("is counted by the phone's clock, whatever it says", () => {
		const now = Date.parse("2031-01-01T15:00:00Z");
		const times = copyTime(headers, now);
		expect(isTrue(times, now)).toBe(true);
		expect(isTrue(times, now + 299_000)).toBe(true);
		expect(isTrue(times, now + 300_000)).toBe(false);
	});

	test("is over at the phone's midnight, whatever the server says", () => {
		const now = new Date(2026, 10, 26, 23, 58).getTime();
		const times = copyTime(headers, now);
		expect(isTrue(times, now + 119_000)).toBe(true);
		expect(isTrue(times, now + 120_000)).toBe(false);
	});

	test("is the day of the phone if the server says none", () => {
		const now = new Date(2026, 10, 26, 15, 4).getTime();
		const times = copyTime(new Headers(), now);
		expect(times).toEqual({ storedAt: now, until: new Date(2026, 10, 27).getTime() });
		expect(momentText(now)).toBe("26/11, 15:04");
	});

	test("is over when the clock was set back", () => {
		const now = Date.parse("2026-11-26T12:00:00Z");
		expect(isTrue(copyTime(headers, now), now - 1)).toBe(false);
	});
});

describe("a form", () => {
	test("is filled in, in each kind of field, and nowhere else", () => {
		const html =
			'<input name="a"><main><input type="hidden" name="a" value="1"/><input type="radio" name="s" checked="" value="M"/><input type="radio" name="s" value="N"/><textarea name="t">x</textarea><select name="k"><option value="" selected="">-</option><option value="v">V</option></select><input name="z" value="3"/></main>';
		const filled = fillForm(html, new URLSearchParams({ a: '"<&', s: "N", t: "dos\nlíneas", k: "v" }));
		expect(filled).toBe(
			'<input name="a"><main><input value="&quot;&lt;&amp;" type="hidden" name="a"/><input type="radio" name="s" value="M"/><input checked="" type="radio" name="s" value="N"/><textarea name="t">\ndos\nlíneas</textarea><select name="k"><option value="">-</option><option value="v" selected="">V</option></select><input name="z" value="3"/></main>',
		);
	});

	test("is ticked where it was, and nowhere else", () => {
		const box = (value: string, checked = "") =>
			`<input${checked} type="checkbox" name="k" value="${value}"/>`;
		const html = `<main>${box("a")}${box("b", ' checked=""')}`;
		expect(fillForm(html, new URLSearchParams({ k: "a" }))).toBe(
			`<main>${box("a", ' checked=""')}${box("b")}`,
		);
		const both = `<main>${box("a", ' checked=""')}${box("b", ' checked=""')}`;
		expect(fillForm(html, new URLSearchParams("k=a&k=b"))).toBe(both);
	});

	test("has the day that was typed beside «Otra» in a page that had days to choose from", () => {
		const html = '<main><input id="d" name="date" type="date"/><input name="title" value=""/></main>';
		const typed = { date: "other", otherDate: "2026-11-01", title: "other" };
		expect(fillForm(html, new URLSearchParams(typed))).toBe(
			'<main><input value="2026-11-01" id="d" name="date" type="date"/><input value="other" name="title"/></main>',
		);
	});

	test("gets a key of its own each time it is handed out", () => {
		const keys = new Set(Array.from({ length: 100 }, freshKey));
		expect(keys.size).toBe(100);
		for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
	});

	test("waits only if it stores what was typed", () => {
		expect(onlyStores(new URLSearchParams("hour=8"))).toBe(true);
		expect(onlyStores(new URLSearchParams("hour=8&resume=password&password=x"))).toBe(false);
		expect(onlyStores(new URLSearchParams("intent=delete"))).toBe(false);
		const add = "/auth/work-overtime/add-work-overtime?idFile=1";
		for (const path of [add, "/auth/edit-work-overtime/x-1", "/auth/my-days"])
			expect(isWaitingAddress(at(path)), path).toBe(true);
		for (const path of ["/auth/my-account/edit-profile", "/auth/login"])
			expect(isWaitingAddress(at(path)), path).toBe(false);
	});

	test.each([
		[204, "done"],
		[200, "refused"],
		[400, "refused"],
		[409, "refused"],
		[413, "refused"],
		[401, "session"],
		[408, "later"],
		[429, "later"],
		[500, "later"],
		[507, "later"],
	] as const)("answered with %i is %s", (status, outcome) => {
		expect(outcomeOf({ status, headers: new Headers() })).toBe(outcome);
	});

	test("that leads a live page on is done", () => {
		expect(outcomeOf({ status: 200, headers: new Headers({ "X-Remix-Redirect": "/" }) })).toBe("done");
	});

	test.each([
		[
			"/auth/work-overtime/add-work-overtime",
			"date=2026-11-26&shift=N&hour=8",
			"Extra, 26/11 · N · 8\u00A0h",
		],
		[
			"/auth/work-overtime/add-work-overtime",
			"date=other&otherDate=2026-11-02&shift=after&hour=other&otherHour=4,5",
			"Extra, 2/11 · me quedé · 4,5\u00A0h",
		],
		[
			"/auth/work-overtime/add-work-overtime",
			"date=2026-11-26&shift=N&hour=8&dates=2026-11-26&dates=2026-11-24&dates=2026-11-25",
			"Extra, 26/11 · N · 8\u00A0h",
		],
		[
			"/auth/work-overtime/add-work-overtime",
			"otherDate=2026-11-02&shift=T&hour=&otherHour=4,5",
			"Extra, 2/11 · T · 4,5\u00A0h",
		],
		["/auth/my-days?day=hoy", "firstDay=2026-12-01&lastDay=2026-12-14", "Días, 1/12 a 14/12"],
		["/auth/my-pay?period=2026-11-01", "hours50=4", "Recibo, 1/11"],
		["/auth/my-document/add-document", "title=DNI", "Documento, DNI · 1 foto", 1],
		["/auth/edit-document/x-1", "title=DNI", "Documento, DNI · 2 fotos", 2],
	])("of %s with %s is called %s", (path, body, name, photos = 0) => {
		const photo = { name: "a.jpg", type: "image/jpeg", size: 1 };
		expect(nameOf({ path, body, photos: Array.from({ length: photos }, () => photo) })).toBe(name);
	});
});
