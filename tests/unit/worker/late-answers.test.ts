import { expect, test } from "vitest";
import { FakePhone } from "../../support/browser/fake-phone";
import { Random } from "../../support/random";

/** Many orders of what happens at once on a phone, each drawn by a seed. */
const SEEDS = 100;

const KEY = Buffer.alloc(32, 7).toString("base64");

/** A server with sessions; each page of a person holds the person's name. */
class Server {
	readonly sessions = new Set<string>();
	/** Whether a sign-out does not arrive. */
	isLost = false;

	answer(request: Request, cookie: string | undefined): Response {
		const { pathname } = new URL(request.url);
		const person = cookie && this.sessions.has(cookie) ? cookie : undefined;
		if (pathname === "/auth/logout") {
			if (this.isLost) throw new Error("no signal");
			if (cookie) this.sessions.delete(cookie);
			return redirected();
		}
		if (pathname === "/auth/phone-key") return Response.json({ person: `hash of ${person}`, keys: [KEY] });
		if (!person && pathname.startsWith("/auth/") && pathname !== "/auth/login") return redirected();
		return new Response(`<html><title>a</title><main><p>${person ?? "Ingresá"}</p></main></html>`, {
			headers: { "Content-Type": "text/html", "Relevo-Person": person ? `hash of ${person}` : "-" },
		});
	}
}

/** A redirect, as a worker sees it. */
function redirected(): Response {
	return Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
}

const pages = ["/auth/more", "/auth/my-account", "/my-shift", "/security", "/auth/work-overtime"];

test("whatever is on its way when somebody signs out, nothing of it is kept, and the next person finds a filled phone", async () => {
	for (let seed = 0; seed < SEEDS; seed++) {
		const random = new Random(seed);
		const server = new Server();
		const leaked: string[] = [];
		let gone = "nobody";
		const phone = new FakePhone(
			random,
			(request, cookie) => server.answer(request, cookie),
			(address, body) => body.includes(gone) && leaked.push(address),
		);
		const { openPage } = await import("~/worker/visits");
		const { signOut } = await import("~/worker/signing-out");
		const { sendAndRefresh, fill } = await import("~/worker/filling");
		const { remembered } = await import("~/worker/person");
		const open = (path: string) => {
			const event = phone.event(path);
			const page = openPage(event, new URL(event.request.url));
			event.waitUntil(page);
			return page;
		};
		const signIn = async (name: string) => {
			server.sessions.add(name);
			phone.cookie = name;
			return (await open("/auth/my-account")).text();
		};
		await signIn("Zoraida");
		for (let count = random.below(5); count > 0; count--) {
			await phone.pause(30);
			const drawn = random.below(6);
			if (drawn < 4) open(random.pick(pages));
			else phone.event("/").waitUntil(drawn === 4 ? fill() : sendAndRefresh());
		}
		await phone.pause(60);
		server.isLost = random.below(2) === 0;
		await signOut(phone.event("/auth/logout", { method: "POST", body: "" }).request);
		gone = "Zoraida";
		for (let count = random.below(4); count > 0; count--) {
			open(random.pick(pages));
			await phone.pause();
			server.isLost &&= random.below(2) === 0;
		}
		server.isLost = false;
		await open("/auth/login");
		expect(await signIn("Zenobia"), `seed ${seed}`).toContain("Zenobia");
		await phone.settle();
		expect(leaked, `seed ${seed}`).toEqual([]);
		expect(await remembered(), `seed ${seed}`).toMatchObject({
			person: "hash of Zenobia",
			filledOn: expect.any(String),
			keys: [expect.anything()],
		});
	}
});
