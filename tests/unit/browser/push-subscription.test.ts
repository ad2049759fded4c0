import { afterEach, expect, test, vi } from "vitest";
import { askForPush, knowsPush, repairPush } from "~/browser/push-subscription";

interface Phone {
	permission?: string;
	/** Address of the subscription that the browser has. */
	endpoint?: string;
	/** Whether the browser gives the keys of its subscriptions. */
	hasKeys?: boolean;
	/** Whether the page's server remembers this browser's subscription "old". */
	isKnown?: boolean;
	/** What the server answers who asks for its key. */
	key?: () => Response;
}

const keyed = () => Response.json({ publicKey: "K" });

/** A browser with its server. */
function phoneWith({ permission = "granted", endpoint, hasKeys = true, isKnown, key = keyed }: Phone) {
	const kept = new Map(isKnown ? [["push", JSON.stringify({ endpoint: "old", session: "s" })]] : []);
	const seen = { posts: [] as string[], registered: [] as string[], endpoint };
	const subscription = (endpoint: string) => ({
		endpoint,
		toJSON: () => ({ endpoint, keys: hasKeys ? { p256dh: "p", auth: "a" } : undefined }),
		unsubscribe: async () => {
			seen.endpoint = undefined;
		},
	});
	const pushManager = {
		getSubscription: async () => (seen.endpoint === undefined ? null : subscription(seen.endpoint)),
		subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
			seen.endpoint = `by ${applicationServerKey}`;
			return subscription(seen.endpoint);
		},
	};
	const serviceWorker = {
		register: async (script: string) => seen.registered.push(script),
		getRegistration: async () => ({ pushManager }),
		ready: Promise.resolve({ pushManager }),
	};
	vi.stubGlobal("navigator", { serviceWorker });
	vi.stubGlobal("Notification", { permission, requestPermission: async () => permission });
	vi.stubGlobal("localStorage", {
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, text: string) => kept.set(name, text),
		removeItem: (name: string) => kept.delete(name),
	});
	vi.stubGlobal("fetch", async (_address: string, { body }: { body: URLSearchParams }) => {
		seen.posts.push([...body.values()].filter(Boolean).join(" "));
		return body.get("intent") === "key" ? key() : new Response();
	});
	return { seen, known: () => JSON.parse(kept.get("push") ?? "null") };
}

afterEach(() => vi.unstubAllGlobals());

const none = () => new Response(null, { status: 204 });

test.each<[string, Phone, boolean, string[], string | undefined]>([
	["nobody has asked for", { endpoint: "old" }, false, [], "old"],
	["both know", { isKnown: true, endpoint: "old" }, false, [], "old"],
	["the browser has replaced", { isKnown: true, endpoint: "b" }, true, ["key s", "subscribe b s p a"], "b"],
	["the browser has lost", { isKnown: true }, true, ["key s", "subscribe by K s p a"], "by K"],
	[
		"is not allowed any more",
		{ isKnown: true, endpoint: "old", permission: "denied" },
		true,
		["key s", "unsubscribe"],
		undefined,
	],
	[
		"the browser gives no keys of",
		{ isKnown: true, endpoint: "b", hasKeys: false },
		true,
		["key s", "unsubscribe"],
		undefined,
	],
	[
		"belongs to a session that has ended",
		{ isKnown: true, endpoint: "b", key: none },
		true,
		["key s"],
		undefined,
	],
	[
		"belongs to another session",
		{ isKnown: true, endpoint: "b", key: () => Response.json({}) },
		true,
		["key s"],
		undefined,
	],
])("a subscription that %s", async (_, phone, isChanged, posts, endpoint) => {
	const { seen, known } = phoneWith(phone);
	expect(await repairPush()).toBe(isChanged);
	expect(seen).toMatchObject({ posts, endpoint });
	expect(known()).toEqual(phone.isKnown && endpoint ? { endpoint, session: "s" } : null);
});

test("a subscription stays as it is while the server does not answer", async () => {
	const { seen, known } = phoneWith({
		isKnown: true,
		endpoint: "b",
		key: () => new Response("", { status: 503 }),
	});
	await expect(repairPush()).rejects.toThrow("503");
	expect([seen.endpoint, known()]).toEqual(["b", { endpoint: "old", session: "s" }]);
});

test("whoever wants notices gets a new subscription instead of an old one, of which the server then knows", async () => {
	const { seen, known } = phoneWith({ isKnown: true, endpoint: "old" });
	expect(await askForPush()).toEqual({ endpoint: "by K", p256dh: "p", auth: "a" });
	expect(seen).toEqual({ posts: ["key"], registered: ["/sw.js"], endpoint: "by K" });
	expect(known()).toBeNull();
});

test.each<[string, Phone, RegExp]>([
	["who does not allow them", { permission: "denied" }, /^No diste permiso\./],
	["whose session has ended", { key: none }, /^No se pudo activar\./],
	["whose server fails", { key: () => new Response("", { status: 500 }) }, /^No se pudo activar\./],
	["whose browser gives no keys", { hasKeys: false }, /^No se pudo activar\./],
])("somebody %s gets no notices, and reads why", async (_, phone, problem) => {
	phoneWith(phone);
	expect(await askForPush()).toEqual({ problem: expect.stringMatching(problem) });
});

test.each([
	["all", {}, { serviceWorker: 1 }, true],
	["no worker", {}, {}, false],
	["no notices", { Notification: undefined }, { serviceWorker: 1 }, false],
	["no push", { PushManager: undefined }, { serviceWorker: 1 }, false],
])("a browser with %s knows notices: %#", (_, lacking, navigator, knows) => {
	const window = Object.entries({ Notification: 1, PushManager: 1, ...lacking });
	vi.stubGlobal("window", Object.fromEntries(window.filter(([, value]) => value)));
	vi.stubGlobal("navigator", navigator);
	expect(knowsPush()).toBe(knows);
});
