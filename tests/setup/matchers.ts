import { expect } from "vitest";

expect.extend({
	toRedirectTo(received: unknown, path: string | RegExp) {
		const isResponse = received instanceof Response;
		const location = isResponse ? received.headers.get("Location") : null;
		const isThere = typeof path === "string" ? location === path : path.test(location ?? "");
		const pass = isResponse && received.status >= 301 && received.status <= 308 && isThere;
		const status = isResponse ? received.status : "no Response";
		return { pass, message: () => `expected a redirect to ${path}, got ${status} to ${location}` };
	},
});

interface RedirectMatchers {
	toRedirectTo(path: string | RegExp): void;
}

declare module "vitest" {
	interface Assertion extends RedirectMatchers {}
}
