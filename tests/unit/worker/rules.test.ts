import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { momentText } from "~/worker/times";
import { ORIGIN } from "../../support/browser/fake-phone";
import {
	freshPhone,
	hashOf,
	KEY,
	noSignal,
	plainText,
	readyPhone,
	signal,
} from "../../support/browser/fake-site";

const ADD = "/auth/work-overtime/add-work-overtime";
const extra = (idFile: string) => ({
	idFile,
	date: "2026-11-20",
	shift: "N",
	hour: "8",
	comment: "Cucharón",
});

const idOf = async (page: Response | undefined) =>
	/name="idFile" value="([^"]*)/.exec((await page?.text()) ?? "")?.[1];

test("a page for everybody is kept as it comes without cookies", async () => {
	const { site, phone } = await readyPhone();
	site.requests.length = 0;
	await phone.open("/security");
	await phone.settle();
	const asked = site.requests.filter(({ url }) => url === `${ORIGIN}/security`);
	// What is shown comes with cookies, what is kept without.
	expect(asked.map(({ credentials }) => credentials)).toEqual(["same-origin", "omit"]);
	// Once a day.
	site.requests.length = 0;
	await phone.open("/security");
	await phone.settle();
	expect(site.requests.map(({ credentials }) => credentials)).toEqual(["same-origin"]);
});

test("a page for everybody that was kept while the phone's clock was a year ahead is fetched again", async () => {
	const now = Date.now();
	const clock = vi.spyOn(Date, "now").mockReturnValue(now + 365 * 86_400_000);
	const { site, phone } = await readyPhone();
	await phone.open("/security");
	await phone.settle();
	clock.mockReturnValue(now);
	site.requests.length = 0;
	await phone.open("/security");
	await phone.settle();
	expect(site.requests.map(({ credentials }) => credentials)).toEqual(["same-origin", "omit"]);
});

test("what is typed into a page that is shown can wait", async () => {
	const { phone } = await freshPhone();
	await phone.open("/auth/my-account");
	// No script can read the key itself.
	expect(phone.stores.get("state")?.get("person")).toMatchObject({ keys: [{ extractable: false }] });
	// Else it would go on to fill the phone of the next test.
	await phone.settle();
});

test("no page is kept of somebody whose forms cannot wait yet", async () => {
	const { site, phone } = await freshPhone();
	const kept = async () => JSON.stringify(await phone.copies());
	site.isLost = (pathname) => pathname === "/auth/phone-key";
	expect(await (await phone.open("/auth/my-account"))?.text()).toContain("Zoraida");
	await phone.settle();
	expect(await kept()).not.toContain("Zoraida");
	site.isLost = signal;
	await phone.open("/auth/my-account");
	await phone.settle();
	expect(await kept()).toContain("Zoraida");
	expect(await kept()).toContain(ADD);
});

test("the keys of somebody else, whose session the browser has by now, are not kept", async () => {
	const { site, phone } = await freshPhone();
	site.isLost = (pathname) => pathname === "/auth/phone-key" && !site.sessions.delete("Zoraida");
	await phone.open("/auth/my-account");
	expect(site.sessions.size).toBe(0);
	const { person, keys } = Object(phone.stores.get("state")?.get("person"));
	expect([person, keys]).toEqual([hashOf("Zoraida"), undefined]);
	await phone.settle();
});

test("what was sealed with an older key is sent too, and what is typed now with the newest", async () => {
	const { site, phone } = await readyPhone();
	const newest = Buffer.alloc(32, 8).toString("base64");
	const signInAgain = async (...keys: string[]) => {
		site.isLost = signal;
		await phone.send("/auth/logout", { waiting: "keep" });
		site.sessions.add("Zoraida");
		phone.cookie = "Zoraida";
		site.keys = keys;
		await phone.open("/auth/my-account");
		await phone.settle();
	};
	for (const keys of [[newest, KEY], [newest]]) {
		site.isLost = noSignal;
		await phone.send(ADD, extra(String(keys.length)));
		await signInAgain(...keys);
	}
	expect(site.forms.map((form) => form.get("idFile"))).toEqual(["2", "1"]);
});

test("the receipt does not wait for what the browser does with its Background Sync", async () => {
	const { site, phone } = await readyPhone();
	let isRegistered = false;
	const register = async () => {
		for (let turns = 0; turns < 500; turns++) await turn();
		isRegistered = true;
	};
	Object(self).registration.sync = { register };
	site.isLost = noSignal;
	const receipt = await phone.send(ADD, extra("1"));
	expect(receipt?.headers.get("Location")).toBe("/on-this-phone?kept=1");
	expect(isRegistered).toBe(false);
	await phone.settle();
	expect(isRegistered).toBe(true);
});

test("each empty form has a key of its own", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	const keys = [await idOf(await phone.open(ADD)), await idOf(await phone.open(ADD))];
	for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-/);
	expect(new Set(keys).size).toBe(2);
});

test("a form is on the phone, encrypted, before it leaves, and goes with its writer and its age", async () => {
	const { site, phone } = await readyPhone();
	const stored: number[] = [];
	site.isLost = (pathname) => {
		if (pathname === ADD) stored.push(phone.stores.get("entries")?.size ?? 0);
		return true;
	};
	const receipt = await phone.send(ADD, extra("1"));
	expect(receipt?.headers.get("Location")).toBe("/on-this-phone?kept=1");
	expect(stored).toEqual([1]);
	const [entry] = phone.stores.get("entries")?.values() ?? [];
	expect(entry).toMatchObject({ person: hashOf("Zoraida"), iv: expect.any(Uint8Array) });
	expect(plainText([entry])).not.toContain("Cuchar");

	const now = Date.now() + 3_600_000;
	vi.spyOn(Date, "now").mockReturnValue(now);
	site.isLost = signal;
	site.requests.length = 0;
	phone.tell("sync");
	await phone.settle();
	const [sent] = site.requests.filter(({ method }) => method === "POST");
	expect(sent?.headers.get("Relevo-Person")).toBe(hashOf("Zoraida"));
	expect(sent?.headers.get("Relevo-Age")).toBe(String(now - Object(entry).firstSentAt));
	expect(Number(sent?.headers.get("Relevo-Age")) / 3_600_000).toBeCloseTo(1);
	expect(phone.stores.get("entries")?.size).toBe(0);
});

test.each(["sync", "message", "fetch"])("after a %s the oldest goes first, each once", async (type) => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	for (const key of ["3", "1", "2"]) {
		await phone.send(ADD, extra(key));
		await new Promise((resolve) => setTimeout(resolve, 3));
	}
	const entries = Array.from(phone.stores.get("entries")?.values() ?? []);
	expect(new Set(entries.map((entry) => Object(entry).iv.join())).size).toBe(3);
	site.isLost = signal;
	if (type === "fetch") for (const path of ["/auth/more", "/my-shift"]) phone.open(path);
	else for (let count = 0; count < 3; count++) phone.tell(type, { data: "online" });
	await phone.settle();
	expect(site.forms.map((form) => form.get("idFile"))).toEqual(["3", "1", "2"]);
});

test("a form whose answer takes long is not sent again meanwhile", async () => {
	const { site, phone } = await readyPhone();
	const answer = site.hold();
	await phone.send(ADD, extra("1"));
	const isSent = phone.tell("sync");
	await phone.pause(300);
	answer();
	expect(await isSent).toBe(true);
	expect(site.forms).toHaveLength(1);
});

test("a form that is corrected while its first sending is on its way waits, also once that one is stored", async () => {
	const { site, phone } = await readyPhone();
	const answer = site.hold();
	phone.send(ADD, extra("1"));
	while (!site.requests.some(({ url, method }) => url === ORIGIN + ADD && method === "POST")) await turn();
	site.isLost = noSignal;
	await phone.send(ADD, { ...extra("1"), hour: "12" });
	answer();
	await phone.settle();
	expect(phone.stores.get("entries")?.size).toBe(1);
	site.isLost = signal;
	await phone.tell("sync");
	expect(site.forms.map((form) => form.get("hour"))).toEqual(["8", "12"]);
});

test("a correction does not overtake the form that it corrects, which is still on its way", async () => {
	const { site, phone } = await readyPhone();
	const answer = site.hold();
	phone.send(ADD, extra("1"));
	await site.sent();
	site.delay = Promise.resolve();
	phone.send(ADD, { ...extra("1"), hour: "12" });
	for (let turns = 0; turns < 500; turns++) await turn();
	answer();
	await phone.settle();
	expect(site.forms.map((form) => form.get("hour"))).toEqual(["8", "12"]);
	expect(phone.stores.get("entries")?.size).toBe(0);
});

test("a correction that is stored at any moment of its first form's answer is sent", async () => {
	for (let moment = 0; moment < 150; moment++) {
		const { site, phone } = await readyPhone();
		const answer = site.hold();
		phone.send(ADD, extra("1"));
		await site.sent();
		site.delay = Promise.resolve();
		phone.send(ADD, { ...extra("1"), hour: "12" });
		for (let turns = 0; turns < moment; turns++) await turn();
		answer();
		await phone.settle();
		expect(
			site.forms.map((form) => form.get("hour")),
			`${moment}`,
		).toEqual(["8", "12"]);
	}
});

test("a correction that is on its way when its first form is stored is not sent a second time", async () => {
	const { site, phone } = await readyPhone();
	const answerFirst = site.hold();
	phone.send(ADD, extra("1"));
	await site.sent();
	const answerSecond = site.hold();
	const stored = () => plainText(phone.stores.get("entries")?.values());
	const first = stored();
	phone.send(ADD, { ...extra("1"), hour: "12" });
	while (stored() === first) await turn();
	for (let turns = 0; turns < 50; turns++) await turn();
	answerFirst();
	await site.sent(2);
	for (let turns = 0; turns < 50; turns++) await turn();
	const isSent = phone.tell("sync");
	for (let turns = 0; turns < 50; turns++) await turn();
	answerSecond();
	expect(await isSent).toBe(true);
	expect(site.forms.map((form) => form.get("hour"))).toEqual(["8", "12"]);
});

test("what is corrected or discarded while an older form is on its way is not sent as it was before", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	for (const key of ["1", "2", "3"]) {
		await phone.send(ADD, extra(key));
		await new Promise((resolve) => setTimeout(resolve, 3));
	}
	const discarded = Array.from(phone.stores.get("entries")?.keys() ?? [])[2] ?? "";
	site.isLost = signal;
	const answer = site.hold();
	const isSent = phone.tell("sync");
	await site.sent();
	site.delay = Promise.resolve();
	await phone.send(ADD, { ...extra("2"), hour: "12" });
	await phone.send("/on-this-phone", { id: discarded });
	answer();
	expect(await isSent).toBe(true);
	expect(site.forms.map((form) => `${form.get("idFile")}: ${form.get("hour")}`)).toEqual(["2: 12", "1: 8"]);
});

test("a correction that is discarded while it waits for its first form is not sent", async () => {
	const { site, phone } = await readyPhone();
	const answer = site.hold();
	phone.send(ADD, extra("1"));
	await site.sent();
	const stored = () => plainText(phone.stores.get("entries")?.values());
	const first = stored();
	phone.send(ADD, { ...extra("1"), hour: "12" });
	while (stored() === first) await turn();
	const [id = ""] = phone.stores.get("entries")?.keys() ?? [];
	await phone.send("/on-this-phone", { id });
	answer();
	await phone.settle();
	expect(site.forms.map((form) => form.get("hour"))).toEqual(["8"]);
});

test.each([ADD, "/auth/work-overtime/import"])(
	"whoever goes back to what the form of %s was answered gets its page, and sends nothing again",
	async (path) => {
		const { site, phone } = await readyPhone();
		site.requests.length = 0;
		const back = { method: "POST", body: new URLSearchParams(extra("1")), isBack: true };
		expect(await (await phone.open(path, back))?.text()).toContain("Zoraida");
		site.isLost = noSignal;
		const lost = await phone.open(path, back);
		expect([lost?.status, lost?.headers.get("Location")]).toEqual([303, ORIGIN + path]);
		await phone.settle();
		expect(site.requests.map(({ method }) => method)).toEqual(["GET"]);
		expect(phone.stores.get("entries")?.size ?? 0).toBe(0);
	},
);

test("a new version waits until a page that is left anyway lets it take over", async () => {
	const { phone } = await freshPhone();
	await phone.tell("install");
	for (const data of ["hello", "online", "another"]) expect(await phone.tell("message", { data })).toBe(true);
	expect(phone.hasTakenOver).toBe(false);
	await phone.tell("message", { data: "take over" });
	expect(phone.hasTakenOver).toBe(true);
});

test("after a sync without signal the browser is told to try again", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	await phone.send(ADD, extra("1"));
	expect(await phone.tell("sync")).toBe(false);
	site.isLost = signal;
	expect(await phone.tell("sync")).toBe(true);
});

test("a sign-out without signal reaches the server once there is some, though nobody opens a page", async () => {
	const { site, phone } = await readyPhone();
	const register = vi.fn(async () => {});
	Object(self).registration.sync = { register };
	site.isLost = noSignal;
	await phone.send("/auth/logout", {});
	expect(register).toHaveBeenCalledOnce();
	expect(await phone.tell("sync")).toBe(false);
	expect(site.sessions.has("Zoraida")).toBe(true);
	site.isLost = signal;
	expect(await phone.tell("sync")).toBe(true);
	expect(site.sessions.has("Zoraida")).toBe(false);
});

test.each([401, 408, 429, 500, 507])(
	"what the server cannot take now, or not from this session, waits: %i",
	async (status) => {
		const { site, phone } = await readyPhone();
		site.formStatus = status;
		await phone.send(ADD, extra("1"));
		await phone.settle();
		expect(Array.from(phone.stores.get("entries")?.values() ?? [])).toMatchObject([
			{ isPutOff: status !== 401 },
		]);
		const sent = site.requests.find(({ headers }) => headers.has("Relevo-Age"));
		expect(sent?.headers.get("Content-Type")).toMatch(/^application\/x-www-form-urlencoded/);
		expect(await phone.tell("sync")).toBe(false);
		// No list has changed.
		expect(site.requests.at(-1)?.method).toBe("POST");
		site.formStatus = 204;
		phone.tell("sync");
		await phone.settle();
		expect(phone.stores.get("entries")?.size).toBe(0);
	},
);

test.each([
	["the server has no room", signal, 507, "El servidor no lo pudo tomar: queda en el teléfono"],
	["the server is busy", signal, 503, "El servidor no lo pudo tomar: queda en el teléfono"],
	["there is no signal", noSignal, 204, "Espera señal."],
])("the list of what waits says why: %s", async (_why, isLost, status, said) => {
	const { site, phone } = await readyPhone();
	await phone.tell("install");
	site.isLost = isLost;
	site.formStatus = status;
	const receipt = await phone.send(ADD, extra("1"));
	const page = await phone.open(receipt?.headers.get("Location") ?? "");
	const [item = ""] = /<li class="card">[\s\S]*?<\/li>/.exec((await page?.text()) ?? "") ?? [];
	expect(item).toContain(said);
	// Typed anew without signal, it waits for that.
	site.isLost = noSignal;
	await phone.send(ADD, extra("1"));
	expect(await (await phone.open("/on-this-phone"))?.text()).toContain("<p>Espera señal.");
});

test.each([400, 409, 413])(
	"what the server refuses stays, and is not sent again by itself: %i",
	async (status) => {
		const { site, phone } = await readyPhone();
		site.isLost = noSignal;
		await phone.send(ADD, extra("1"));
		site.isLost = signal;
		site.formStatus = status;
		for (let count = 0; count < 2; count++) {
			phone.tell("sync");
			await phone.settle();
		}
		expect(site.forms).toHaveLength(1);
		expect(Array.from(phone.stores.get("entries")?.values() ?? [])).toMatchObject([{ isRefused: true }]);
	},
);

test("what waited, and is asked about when somebody sends it again, stays until it is stored", async () => {
	const { site, phone } = await readyPhone();
	const entries = () => Array.from(phone.stores.get("entries")?.values() ?? []);
	site.isLost = noSignal;
	await phone.send(ADD, extra("1"));
	site.isLost = signal;
	site.formStatus = 200;
	expect((await phone.send(ADD, extra("1")))?.status).toBe(200);
	expect(entries()).toMatchObject([{ isRefused: true }]);
	const [id] = phone.stores.get("entries")?.keys() ?? [];
	expect((await phone.open(`/on-this-phone?open=${id}`))?.status).toBe(200);
	expect(entries()).toMatchObject([{ isRefused: true }]);
	// What has not waited is on the page alone.
	await phone.send(ADD, extra("2"));
	expect(entries()).toHaveLength(1);
	site.formStatus = 204;
	const now = Date.now() + 3_600_000;
	vi.spyOn(Date, "now").mockReturnValue(now);
	await phone.send(ADD, extra("1"));
	expect(entries()).toEqual([]);
	// As a form of this moment: its writer knows what the server has asked.
	expect(site.requests.findLast(({ method }) => method === "POST")?.headers.get("Relevo-Age")).toBe("0");
});

test("a form whose answer breaks off half way waits, and is not lost with the half page", async () => {
	const { site, phone } = await readyPhone();
	site.formBody = new ReadableStream({
		start: (half) => half.enqueue(new TextEncoder().encode("<html><main>Todavía no se")),
		pull: (half) => half.error(new Error("no signal")),
	});
	site.formStatus = 200;
	const answer = await phone.send(ADD, extra("1"));
	await phone.settle();
	expect(answer?.headers.get("Location")).toBe("/on-this-phone?kept=1");
	expect(Array.from(phone.stores.get("entries")?.values() ?? [])).toMatchObject([{ isRefused: false }]);
});

test("what waits cannot be read after a sign-out, and is sent for nobody else", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	await phone.send(ADD, extra("1"));
	await phone.send("/auth/logout", { waiting: "keep" });
	const { keys } = Object(phone.stores.get("state")?.get("person"));
	expect(keys).toBeUndefined();
	site.isLost = signal;
	await phone.open("/auth/login");
	site.sessions.add("Zenobia");
	phone.cookie = "Zenobia";
	await phone.open("/auth/my-account");
	await phone.settle();
	expect(site.forms).toEqual([]);
	site.sessions.add("Zoraida");
	phone.cookie = "Zoraida";
	await phone.open("/auth/my-account");
	await phone.settle();
	expect(site.forms.map((form) => form.get("comment"))).toEqual(["Cucharón"]);
});

test("a sign-out asks about what waits, and sends, keeps or discards it as its writer says, and nothing of anybody else", async () => {
	const { site, phone } = await readyPhone();
	const people = () =>
		Array.from(phone.stores.get("entries")?.values() ?? [], (entry) => Object(entry).person);
	const signedIn = () => Object(phone.stores.get("state")?.get("person")).person;
	const signOut = (waiting?: string) => phone.send("/auth/logout", { ...(waiting && { waiting }) });
	const signIn = async (name: string) => {
		site.isLost = signal;
		await phone.open("/auth/login");
		site.sessions.add(name);
		phone.cookie = name;
		await phone.open("/auth/my-account");
		await phone.settle();
		site.isLost = noSignal;
	};
	site.isLost = noSignal;
	await phone.send(ADD, extra("1"));
	// Without an answer, and where it cannot be sent, nobody has left.
	for (const answer of [undefined, "send"]) {
		await signOut(answer);
		expect(signedIn()).toBe(hashOf("Zoraida"));
	}
	await signOut("keep");
	expect(signedIn()).toBe("-");
	await signIn("Zenobia");
	await phone.send(ADD, extra("2"));
	const [id] = phone.stores.get("entries")?.keys() ?? [];
	await phone.send("/on-this-phone", { id: String(id) });
	expect(people()).toEqual(["Zoraida", "Zenobia"].map(hashOf));
	await signOut("discard");
	expect(people()).toEqual([hashOf("Zoraida")]);
	expect(site.forms).toEqual([]);
	site.formStatus = 503;
	await signIn("Zoraida");
	site.forms = [];
	site.formStatus = 204;
	site.isLost = signal;
	await signOut("send");
	expect(site.forms.map((form) => form.get("idFile"))).toEqual(["1"]);
	expect([signedIn(), people()]).toEqual(["-", []]);
});

test("a sign-out that the server does not take is not put down to the signal", async () => {
	const { site, phone } = await readyPhone();
	site.signOutStatus = 503;
	await phone.tell("install");
	const page = await (await phone.send("/auth/logout", {}))?.text();
	expect(page).toMatch(
		/<h1>Sesión cerrada<.*<p>Falta avisarle al servidor: se le avisa cuando vuelva la señal y abras Relevo\./s,
	);
});

test("keys that arrive after a sign-out are not kept", async () => {
	const { site, phone } = await freshPhone();
	let arrive = () => {};
	site.isLost = (pathname) => {
		if (pathname === "/auth/phone-key") arrive = site.hold();
		return pathname === "/auth/logout";
	};
	phone.open("/auth/my-account");
	while (!site.requests.some(({ url }) => url.endsWith("/auth/phone-key"))) await turn();
	site.delay = Promise.resolve();
	await phone.send("/auth/logout", {});
	arrive();
	await phone.settle();
	expect(Object(phone.stores.get("state")?.get("person")).keys).toBeUndefined();
});

test.each([
	["nobody", 0, 0],
	["nobody two minutes later", 120_000, 1],
	["somebody else", 0, 1],
])(
	"a page of %s after the form that ends an account: what waits of it goes with the account alone",
	async (who, ms, left) => {
		const { site, phone } = await readyPhone();
		site.formStatus = 503;
		await phone.send(ADD, extra("1"));
		await phone.send("/auth/delete-account", { confirmation: "ELIMINAR" });
		await phone.settle();
		site.sessions.clear();
		if (who === "somebody else") site.sessions.add("Zenobia");
		phone.cookie = "Zenobia";
		const now = Date.now() + ms;
		vi.spyOn(Date, "now").mockReturnValue(now);
		await phone.open("/home");
		await phone.settle();
		expect(phone.stores.get("entries")?.size).toBe(left);
	},
);

test("the form of what is changed in a live page can be opened from what waits", async () => {
	const { site, phone } = await readyPhone();
	const edit = "/auth/edit-work-overtime/1";
	await phone.open(`${edit}?_data=routes`, { isPart: true });
	await phone.settle();
	site.isLost = noSignal;
	await phone.send(edit, extra("1"));
	const [id] = phone.stores.get("entries")?.keys() ?? [];
	expect(await (await phone.open(`/on-this-phone?open=${id}`))?.text()).toContain('value="1"');
});

test("a live page whose data does not come is led to the copy, if there is one", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	for (const path of ["/auth/more", "/auth/my-days?day=2026-12-01"]) {
		const address = `${path}${path.includes("?") ? "&" : "?"}_data=routes%2Fany`;
		const answer = await phone.open(address, { isPart: true });
		expect(answer?.status).toBe(204);
		expect(answer?.headers.get("X-Remix-Redirect")).toBe(path);
		expect(answer?.headers.get("X-Remix-Reload-Document")).toBe("true");
	}
	const unknown = phone.open("/auth/view-document/1?_data=routes%2Fany", { isPart: true });
	await expect(unknown).rejects.toThrow("no signal");
});

test("a live page that was left open shows nothing more after a sign-out that the server does not know of", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	await phone.send("/auth/logout", {});
	site.isLost = signal;
	const answer = await phone.open("/auth/my-pay?_data=routes%2Fany", { isPart: true });
	expect(await answer?.text()).toBe("");
	expect(answer?.headers.get("X-Remix-Redirect")).toBe("/auth/my-pay");
	expect((await phone.open("/auth/my-pay"))?.headers.get("Location")).toContain("/auth/my-pay");
	expect(site.sessions.has("Zoraida")).toBe(false);
});

test("a live page whose form does not leave is led to the receipt", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	const body = new URLSearchParams(extra("1"));
	const answer = await phone.open(`${ADD}?_data=routes%2Fany`, { isPart: true, method: "POST", body });
	expect(answer?.headers.get("X-Remix-Redirect")).toBe("/on-this-phone?kept=1");
	expect(answer?.headers.get("X-Remix-Reload-Document")).toBe("true");
});

test("a network that hangs gives the copy after 3 s, and the next ones sooner, for half a minute or until it answers", async () => {
	const { site, phone } = await readyPhone();
	const now = Date.now();
	const clock = vi.spyOn(Date, "now");
	const waits: unknown[] = [];
	vi.stubGlobal("setTimeout", async (work: () => void, ms: number) => {
		waits.push(ms);
		for (let turns = 0; turns < 500; turns++) await turn();
		work();
	});
	/** How long a page waits, which is opened so many minutes later. */
	const patience = async (minutes: number, search = "") => {
		clock.mockReturnValue(now + minutes * 60_000);
		waits.length = 0;
		const page = await phone.open(`/auth/more${search}`, { isPart: search !== "" });
		if (!search) expect(await page?.text()).toContain(`Sin señal. Copia del ${momentText(now)}.`);
		return waits[0];
	};
	const hanging = new Promise(() => {});
	site.delay = hanging;
	expect([await patience(0), await patience(0)]).toEqual([3000, 250]);
	expect([await patience(1), await patience(1)]).toEqual([3000, 250]);
	expect([await patience(2, "?_data=routes%2Fany"), await patience(2)]).toEqual([3000, 250]);
	site.delay = Promise.resolve();
	expect(await (await phone.open("/auth/more"))?.text()).not.toContain("Sin señal");
	site.delay = hanging;
	expect(await patience(2, "?_data=routes%2Fany")).toBe(3000);
	// A page that the phone does not keep may take longer.
	const arrive = site.hold();
	const slow = phone.open("/auth/view-document/1");
	for (let turns = 0; turns < 1000; turns++) await turn();
	arrive();
	expect(await (await slow)?.text()).toContain("Zoraida");
});

/** Lets the patience of whoever waits end at once. @returns what lets it last again */
function impatient(): () => void {
	const patience = vi.spyOn(globalThis, "setTimeout").mockImplementation((work: () => void) => {
		work();
		return Object(0);
	});
	return () => patience.mockRestore();
}

test("a page that comes after its copy is shown is kept", async () => {
	const { site, phone } = await readyPhone();
	const endImpatience = impatient();
	site.more = "Nuevo";
	const arrive = site.hold();
	expect(await (await phone.open("/auth/more"))?.text()).not.toContain("Nuevo");
	endImpatience();
	arrive();
	await phone.settle();
	site.isLost = noSignal;
	expect(await (await phone.open("/auth/more"))?.text()).toContain("Nuevo");
});

test("a photo that is long in coming is kept", async () => {
	const { site, phone } = await readyPhone();
	const endImpatience = impatient();
	const arrive = site.hold();
	const photo = phone.open("/images/1.webp", { isPart: true });
	await phone.pause(50, 40);
	endImpatience();
	arrive();
	expect(await (await photo)?.text()).toBe("photo");
	await phone.settle();
	site.isLost = noSignal;
	expect(await (await phone.open("/images/1.webp", { isPart: true }))?.text()).toBe("photo");
});

test("a proxy's word for a server that is gone gives the copy; what the server itself says is shown", async () => {
	const { site, phone } = await readyPhone();
	site.pageStatus = 503;
	expect(await (await phone.open("/auth/more"))?.text()).not.toContain("Sin señal");
	site.isGone = true;
	expect(await (await phone.open("/auth/more"))?.text()).toContain("Sin señal. Copia del");
	expect((await phone.open("/auth/view-document/1"))?.status).toBe(503);
	for (const [status, isCopy] of [
		[501, false],
		[502, true],
		[504, true],
		[505, false],
	] as const) {
		site.pageStatus = status;
		expect((await (await phone.open("/auth/more"))?.text())?.includes("Sin señal"), `${status}`).toBe(isCopy);
	}
	await phone.settle();
	site.pageStatus = 404;
	expect(await (await phone.open("/auth/more"))?.text()).not.toContain("Sin señal");
});

test("downloads, parts of files and of pages, other sites and what proves who somebody is are left to the browser", async () => {
	const { phone } = await readyPhone();
	for (const path of [
		"/auth/export",
		"/feeds/a.ics",
		"/auth/google/callback",
		"/auth/register",
		"https://example.org/my-shift",
	])
		expect(await phone.open(path), path).toBeUndefined();
	expect(await phone.open("/my-shift", { headers: { Range: "bytes=0-" } })).toBeUndefined();
	expect(await phone.open("/my-shift", { method: "HEAD" })).toBeUndefined();
	expect(await phone.open("/favicon.ico", { isPart: true })).toBeUndefined();
	expect(await phone.open("/my-shift")).toBeDefined();
});

test("days that a live page saves are soon in the days that the phone keeps, without another page being opened", async () => {
	const { site, phone } = await readyPhone();
	site.requests.length = 0;
	const live = "/auth/my-days?_data=routes%2Fauth.my-days";
	const body = new URLSearchParams({ idFile: "1", firstDay: "2026-12-01" });
	await phone.open(live, { isPart: true, method: "POST", body });
	await phone.open(live, { isPart: true });
	await phone.settle();
	expect(site.requests.map(({ url }) => url)).toContain(`${ORIGIN}/my-shift/days`);
});

test("pages that are opened while the phone is still fetching its pages do not have it fetch them again", async () => {
	const { site, phone } = await freshPhone();
	await Promise.all(["/auth/my-account", "/auth/more", "/my-shift"].map((path) => phone.open(path)));
	await phone.settle();
	const asked = site.requests.filter(({ headers }) => headers.has("Relevo-Copy")).map(({ url }) => url);
	expect(asked).toEqual([...new Set(asked)]);
});

test("days that change while the phone is still fetching its pages are fetched again", async () => {
	const { site, phone } = await freshPhone();
	const asksFor = (path: string) => site.requests.some(({ url }) => url === ORIGIN + path);
	await phone.open("/auth/my-account");
	while (!asksFor("/my-shift/days")) await turn();
	site.requests.length = 0;
	await phone.send("/my-shift", { mine: "4turnos_7dias.C" });
	await phone.settle();
	expect(asksFor("/my-shift/days")).toBe(true);
});

test("lists that another page fetches while a form is on its way are fetched again once the server has it", async () => {
	const { site, phone } = await readyPhone();
	const letGo = site.hold();
	const live = `${ADD}?_data=routes%2Fany`;
	const body = new URLSearchParams(extra("1"));
	const answer = phone.open(live, { isPart: true, method: "POST", body });
	await site.sent();
	site.delay = Promise.resolve();
	await phone.open("/auth/more?_data=routes%2Fany", { isPart: true });
	for (let turns = 0; turns < 500; turns++) await turn();
	letGo();
	await answer;
	site.requests.length = 0;
	await phone.open(live, { isPart: true });
	await phone.settle();
	expect(site.requests.map(({ url }) => url)).toContain(`${ORIGIN}/auth/work-overtime`);
});

test.each([
	["/auth/work-overtime/add-work-overtime", { idFile: "1", date: "2026-12-01" }],
	["/auth/work-overtime", { idFile: "1", intent: "delete" }],
	["/auth/my-pay", { idFile: "2026-10-01", intent: "settle" }],
])(
	"what a live page changes by %s is soon in the lists that the phone keeps, and no more is fetched",
	async (path, fields) => {
		const { site, phone } = await readyPhone();
		site.requests.length = 0;
		const live = `${path}?_data=routes%2Fany`;
		await phone.open(live, { isPart: true, method: "POST", body: new URLSearchParams(fields) });
		await phone.open(live, { isPart: true });
		await phone.settle();
		const copies = site.requests.map(({ url }) => new URL(url)).filter(({ search }) => search === "");
		expect(copies.map(({ pathname }) => pathname).sort()).toEqual(["/auth/my-pay", "/auth/work-overtime"]);
		site.requests.length = 0;
		await phone.open(live, { isPart: true });
		await phone.settle();
		expect(site.requests).toHaveLength(1);
	},
);

test("days that waited for signal are in the days that the phone keeps once they are sent", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	await phone.send("/auth/my-days?day=2026-12-01", { idFile: "1", firstDay: "2026-12-01" });
	site.isLost = signal;
	await phone.open("/auth/my-account");
	await phone.settle();
	const arrived = site.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
	expect(arrived).toContain("POST /auth/my-days");
	expect(arrived.lastIndexOf("GET /my-shift/days")).toBeGreaterThan(arrived.indexOf("POST /auth/my-days"));
});

test("a list that is lost after what it shows has gone out is fetched with the next page", async () => {
	const { site, phone } = await readyPhone();
	site.formStatus = 503;
	await phone.send(ADD, extra("1"));
	await phone.settle();
	await phone.open("/auth/more");
	await phone.settle();
	site.formStatus = 204;
	site.isLost = (pathname) => pathname === "/auth/work-overtime";
	await phone.tell("sync");
	expect(phone.stores.get("entries")?.size).toBe(0);
	site.isLost = signal;
	site.requests.length = 0;
	await phone.open("/auth/more");
	await phone.settle();
	expect(site.requests.map(({ url }) => new URL(url).pathname)).toContain("/auth/work-overtime");
});

test("a photo that was asked for before a sign-out and arrives after it is not kept", async () => {
	const { site, phone } = await readyPhone();
	const arrive = site.hold();
	phone.open("/images/1.webp", { isPart: true });
	while (!site.requests.some(({ url }) => url.endsWith("/1.webp"))) await turn();
	site.delay = Promise.resolve();
	await phone.send("/auth/logout", {});
	arrive();
	await phone.settle();
	expect(JSON.stringify(await phone.copies())).not.toContain("/1.webp");
});

test("Mi turno whose words are no longer true is not shown when the days to come are not kept", async () => {
	const { site, phone } = await freshPhone();
	site.isLost = (pathname) => pathname === "/my-shift/days";
	await phone.open("/my-shift");
	await phone.open("/auth/more");
	await phone.settle();
	site.isLost = noSignal;
	expect((await phone.open("/my-shift"))?.status).toBe(200);
	vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * 86_400_000);
	expect((await phone.open("/my-shift"))?.status).toBe(503);
});

test("a form that the phone keeps says nowhere that a day is today", async () => {
	const { site, phone } = await freshPhone();
	site.sessions.add("hoy");
	phone.cookie = "hoy";
	await phone.open("/auth/my-account");
	await phone.settle();
	site.isLost = noSignal;
	const form = await (await phone.open(ADD))?.text();
	expect(form).toContain('name="idFile"');
	expect(form).not.toMatch(/\bhoy\b/i);
});

test("60 pages are kept, and the newest is among them", async () => {
	const { phone } = await readyPhone();
	for (let number = 0; number < 64; number++) {
		await phone.open(`/auth/view-document/${number}`);
		await phone.settle();
	}
	const paths = (await phone.copies())
		.flatMap((copies) => Object.keys(copies))
		.filter((path) => path !== "/security");
	expect(paths).toHaveLength(60);
	expect(paths).toContain("/auth/view-document/63");
	expect(paths).not.toContain("/auth/more");
});

test("8 MB of pages and 40 MB of photos are kept, the newest", async () => {
	const { site, phone } = await readyPhone();
	site.more = "x".repeat(3e6);
	site.photoBytes = 15e6;
	for (const number of [1, 2, 3]) {
		await phone.open(`/images/${number}.webp`, { isPart: true });
		await phone.settle();
		await phone.open(`/auth/view-document/${number}`);
		await phone.settle();
	}
	const paths = (await phone.copies()).flatMap((copies) => Object.keys(copies));
	for (const path of ["/auth/view-document/", "/images/"]) {
		const kept = paths.filter((one) => one.startsWith(path)).map((one) => one.replace(/\D/g, ""));
		expect(kept, path).toEqual(["2", "3"]);
	}
	site.isLost = noSignal;
	expect(await (await phone.open("/images/3.webp", { isPart: true }))?.text()).toBe("photo");
});

test("a page that greets gets the rules onto the phone, with their pictures", async () => {
	const { site, phone } = await freshPhone();
	site.more = '<img src="/build/_assets/1-ABCD1234.svg"/>';
	const source = { url: `${ORIGIN}/home`, postMessage() {} };
	await phone.tell("message", { data: "hello", source });
	site.isLost = noSignal;
	expect(await (await phone.open("/security"))?.text()).toContain("Reglas");
	expect((await phone.open("/build/_assets/1-ABCD1234.svg", { isPart: true }))?.status).toBe(200);
});

test("a phone whose database fails has the site as without a worker", async () => {
	const { phone } = await freshPhone();
	phone.isBroken = true;
	expect(await (await phone.open("/auth/more"))?.text()).toContain("Zoraida");
});

test("a phone whose browser takes the database away goes on with a new one", async () => {
	const { site, phone } = await readyPhone();
	phone.loseDatabase();
	site.isLost = noSignal;
	expect((await phone.send(ADD, extra("1")))?.headers.get("Location")).toBe("/on-this-phone?kept=1");
	expect(await (await phone.open("/auth/more"))?.text()).toContain("Zoraida");
});

test("a phone that has lost its database for good still signs out", async () => {
	const { site, phone } = await readyPhone();
	phone.loseDatabase();
	phone.isBroken = true;
	await phone.send("/auth/logout", {});
	expect(site.sessions.has("Zoraida")).toBe(false);
});
