import { expect, test, vi } from "vitest";
import { DAY_MS } from "~/lib/units/durations";
import { ADD_DOCUMENT, SHARE } from "~/worker/addresses";
import type { FakePhone } from "../../support/browser/fake-phone";
import {
	freshPhone,
	noSignal,
	plainText,
	readyPhone,
	signal,
	tryPhoto,
} from "../../support/browser/fake-site";

function sendDocument(phone: FakePhone, ...photos: string[]): Promise<Response | undefined> {
	const body = new FormData();
	body.append("idFile", "1");
	body.append("title", "Carnet");
	for (const content of photos) {
		// Phones give each photo of the camera the same name.
		const name = content.startsWith("cámara") ? "image" : content;
		body.append("images", new File([content], `${name}.jpg`, { type: "image/jpeg" }));
	}
	return phone.open(ADD_DOCUMENT, { method: "POST", body });
}

/** A phone that hands photos over whole, without signal. */
async function lostPhone() {
	const { site, phone } = await readyPhone();
	await tryPhoto(phone);
	site.isLost = noSignal;
	const photos = () =>
		Promise.all(
			site.forms.map((form) =>
				Promise.all(form.getAll("images").map((one) => (one instanceof File ? one.text() : one))),
			),
		);
	const entries = () => Array.from(phone.stores.get("entries")?.values() ?? []);
	return { site, phone, photos, entries };
}

test("photos wait only where they arrive whole, encrypted, and go out one by one", async () => {
	const { phone: unknown } = await freshPhone();
	// Whole, but of nobody who has a key.
	expect(await tryPhoto(unknown)).toBe(200);
	const { site, phone, photos, entries } = await lostPhone();
	expect(await tryPhoto(phone, new Uint8Array())).toBe(200);
	await sendDocument(phone, "frente", "dorso");
	expect(entries()).toEqual([]);
	expect((await phone.open(ADD_DOCUMENT))?.status).toBe(503);

	expect(await tryPhoto(phone)).toBe(204);
	expect((await phone.open(ADD_DOCUMENT))?.status).toBe(200);
	await sendDocument(phone, "frente", "dorso");
	expect(entries()).toHaveLength(1);
	expect(plainText(phone.stores.get("state")?.values())).not.toMatch(/frente|dorso/);
	site.isLost = signal;
	await phone.tell("sync");
	expect(await photos()).toEqual([["frente"], ["dorso"], []]);
	expect(entries()).toEqual([]);
	expect(Array.from(phone.stores.get("state")?.keys() ?? [])).toEqual(["person", "photos"]);
});

test.each([
	{ days: 0, again: [] },
	{ days: 1, again: [["frente"]] },
	// The clock was ahead and was set back: nobody knows how long ago the photo arrived.
	{ days: -1, again: [["frente"]] },
])(
	"a photo that has arrived is sent again only after the server may have erased it: $days days later",
	async ({ days, again }) => {
		const { site, phone, photos, entries } = await lostPhone();
		await sendDocument(phone, "frente", "dorso");
		let count = 0;
		site.isLost = (pathname) => pathname === ADD_DOCUMENT && ++count > 1;
		expect(await phone.tell("sync")).toBe(false);
		expect(entries()).toMatchObject([{ sent: 1 }]);
		const later = Date.now() + days * DAY_MS;
		vi.spyOn(Date, "now").mockReturnValue(later);
		site.isLost = signal;
		await phone.tell("sync");
		expect(await photos()).toEqual([["frente"], ...again, ["dorso"], []]);
	},
);

test("photos that the server refuses go with the form, whose answer says why, and stay", async () => {
	const { site, phone, photos, entries } = await lostPhone();
	await sendDocument(phone, "frente", "dorso");
	site.isLost = signal;
	site.formStatus = 400;
	await phone.tell("sync");
	expect(await photos()).toEqual([["frente"], ["dorso"], ["frente", "dorso"]]);
	expect(entries()).toMatchObject([{ isRefused: true, photos: 2, sent: 0 }]);
});

test.each([
	["is busy", [503], [["frente"]]],
	["has ended the session", [401, 401], [["frente"], []]],
	["refuses the first photo, and is busy then", [400, 204, 503], [["frente"], ["dorso"], ["frente"]]],
])("photos wait with their form when the server %s, and are all sent again", async (_, answers, sent) => {
	const { site, phone, photos } = await lostPhone();
	await sendDocument(phone, "frente", "dorso");
	site.isLost = signal;
	Object.defineProperty(site, "formStatus", { get: () => answers[site.forms.length - 1] ?? 204 });
	expect(await phone.tell("sync")).toBe(false);
	expect(await photos()).toEqual(sent);
	expect(await phone.tell("sync")).toBe(true);
	expect(await photos()).toEqual([...sent, ["frente"], ["dorso"], []]);
});

test("photos for which the session had ended wait, though their texts were taken after somebody signed in", async () => {
	const { site, phone, photos } = await lostPhone();
	await sendDocument(phone, "frente", "dorso");
	site.isLost = signal;
	Object.defineProperty(site, "formStatus", { get: () => (site.forms.length === 1 ? 401 : 204) });
	await phone.tell("sync");
	await phone.tell("sync");
	expect(await photos()).toEqual([["frente"], [], ["frente"], ["dorso"], []]);
});

test.each([
	["refused", 400, 400],
	["put off", 503, 303],
])(
	"photos for which the session had ended go with a correction of texts that were %s since then",
	async (_, since, shown) => {
		const { site, phone, photos } = await lostPhone();
		site.isLost = signal;
		Object.defineProperty(site, "formStatus", { get: () => [401, since][site.forms.length - 1] ?? 204 });
		expect((await sendDocument(phone, "frente"))?.status).toBe(shown);
		await sendDocument(phone);
		expect(await photos()).toEqual([["frente"], [], ["frente"], []]);
	},
);

test("photos that are on their way at a sign-out wait with their form, also while the server takes it", async () => {
	const { site, phone, photos } = await lostPhone();
	site.isLost = signal;
	const letGo = site.hold();
	const sending = sendDocument(phone, "frente", "dorso");
	await site.sent();
	const leaving = phone.send("/auth/logout", { waiting: "keep" });
	// Until the phone has forgotten the key.
	await phone.pause(100, 99);
	letGo();
	await Promise.all([sending, leaving]);
	await phone.settle();
	expect(await photos()).toEqual([["frente"]]);
	await phone.send("/auth/login", { email: "Zoraida" });
	await phone.open("/auth/my-account");
	await phone.settle();
	expect(await photos()).toEqual([["frente"], ["dorso"], []]);
});

test("the photo of a correction arrives, though its first form is removed while the correction reads it", async () => {
	const { site, phone, photos } = await lostPhone();
	await sendDocument(phone, "frente");
	const { state, entries } = Object.fromEntries(phone.stores);
	const [id = ""] = entries?.keys() ?? [];
	vi.spyOn(state ?? new Map(), "get").mockImplementation((key) => {
		const value = Map.prototype.get.call(state, key);
		if (key === id && entries?.delete(id)) state?.delete(id);
		return value;
	});
	site.isLost = signal;
	await sendDocument(phone, "dorso");
	expect((await photos()).flat()).toContain("dorso");
});

test("a form that is sent again keeps the photos that no page can fill in", async () => {
	const { site, phone, photos } = await lostPhone();
	await sendDocument(phone, "frente");
	// A photo of the same size, or of the same name, is another one.
	await sendDocument(phone, "frente", "dorso", "sellos", "cámara 1", "cámara 10");
	await sendDocument(phone);
	site.isLost = signal;
	await phone.tell("sync");
	expect(await photos()).toEqual([["frente"], ["dorso"], ["sellos"], ["cámara 1"], ["cámara 10"], []]);
});

test("a photo that another app shares is sent once somebody has saved its form", async () => {
	const share = async (phone: FakePhone, content: string) => {
		const body = new FormData();
		body.append("images", new File([content], "frente.jpg", { type: "image/jpeg" }));
		const opened = await phone.open(SHARE, { method: "POST", body });
		return opened?.headers.get("Location");
	};
	// Where photos come empty, or have no room, a page says so.
	expect(await share((await readyPhone()).phone, "frente")).toBe(SHARE);
	const { site, phone, photos, entries } = await lostPhone();
	expect(await share(phone, "x".repeat(30e6 + 1))).toBe(SHARE);
	for (const content of ["frente", "x".repeat(30e6)])
		expect(await share(phone, content)).toMatch(/^\/on-this-phone\?open=/);
	site.isLost = signal;
	expect(await phone.tell("sync")).toBe(true);
	expect(await photos()).toEqual([]);
	expect(entries()).toMatchObject([
		{ isDraft: true, photos: 1 },
		{ isDraft: true, photos: 1 },
	]);
});

test("photos that are refused at once stay on the phone, since no page can fill them in", async () => {
	const { site, phone, entries } = await lostPhone();
	site.isLost = signal;
	site.formStatus = 400;
	await sendDocument(phone, "frente");
	expect(entries()).toMatchObject([{ isRefused: true, photos: 1, sent: 1 }]);
});

test("more photos than the phone keeps leave the texts in the form, and a live page sends its own past it", async () => {
	const { phone, entries } = await lostPhone();
	const body = new FormData();
	body.append("idFile", "1");
	body.append("images", new File(["x".repeat(30e6 + 1)], "frente.jpg", { type: "image/jpeg" }));
	const page = await phone.open(ADD_DOCUMENT, { method: "POST", body });
	expect(page?.status).toBe(200);
	expect(await page?.text()).toContain('value="1"');
	const live = { method: "POST", body, isPart: true };
	expect(await phone.open(`${ADD_DOCUMENT}?_data=routes%2Fany`, live)).toBeUndefined();
	expect(entries()).toEqual([]);
});

test("a page that greets hears how many forms wait, and is asked for a photo until one has come whole", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	const heard: unknown[] = [];
	const source = { url: "http://phone/home", postMessage: (message: unknown) => heard.push(message) };
	expect(await phone.tell("message", { data: "hello", source })).toBe(true);
	await tryPhoto(phone);
	await sendDocument(phone, "frente");
	expect(await phone.tell("message", { data: "hello", source })).toBe(true);
	expect(heard).toEqual(["photos", 1]);
});
