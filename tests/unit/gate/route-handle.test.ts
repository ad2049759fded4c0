import { expect, test } from "vitest";
import { handleOf } from "~/gate/request/route-patterns.server";

const routeWith = (handle: unknown) => ({
	id: "routes/form",
	parentId: "root",
	path: "form",
	module: { default: undefined, handle },
});

test("a route without a handle asks the gate for nothing", () => {
	expect(handleOf(routeWith(undefined))).toEqual({});
});

test("what a route says in its handle reaches the gate", () => {
	const handle = { hydrate: true, uploadBytes: 1000 };
	expect(handleOf(routeWith(handle))).toEqual(handle);
});

test.each([{ uploadByte: 1000 }, { uploadBytes: "1000" }, { hydrate: 1 }])(
	"a handle that the gate would misunderstand stops the start: %o",
	(handle) => {
		expect(() => handleOf(routeWith(handle))).toThrow("routes/form");
	},
);
