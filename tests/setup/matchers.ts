import { expect } from "vitest";

expect.extend({
	toRedirectTo(received: unknown, path: string) {
		const isResponse = received instanceof Response;
		const location = isResponse ? received.headers.get("Location") : null;
		const pass = isResponse && received.status >= 301 && received.status <= 308 && location === path;
		const status = isResponse ? received.status : "no Response";
		return { pass, message: () => `expected a redirect to ${path}, got ${status} to ${location}` };
	},
});

interface RedirectMatchers {
	toRedirectTo(path: string): void;
}

declare module "vitest" {
	interface Assertion extends RedirectMatchers {}
}
