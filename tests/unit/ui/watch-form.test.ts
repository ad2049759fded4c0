import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
	vi.useFakeTimers();
	vi.resetModules();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A form and its page, whose events the test plays, and what is heard of them. */
async function watched({ form: more = {}, tellsAtOnce = false, id = "f" } = {}) {
	const form = Object.assign(new EventTarget(), {
		name: "date",
		isConnected: true,
		querySelectorAll: (): object[] => [],
		...more,
	});
	const page = new EventTarget();
	vi.stubGlobal("document", { forms: { namedItem: (name: string) => (name === "f" ? form : null) } });
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("FormData", class {});
	const { watchForm } = await import("~/ui/forms/watch-form");
	const heard: string[] = [];
	const watcher = {
		onInput: () => heard.push("input"),
		onLeave: (name: string) => heard.push(`left ${name}`),
	};
	const end = watchForm(id, watcher, tellsAtOnce);
	const events = (on: EventTarget, ...types: string[]) => {
		for (const type of types) on.dispatchEvent(new Event(type));
		vi.runAllTimers();
		return heard.splice(0);
	};
	return { events, form, page, end, heard };
}

test("what is typed, filled in by the browser or taken back is heard, and so is a field that was left", async () => {
	const { events, form, end, heard } = await watched();
	expect(heard).toEqual([]);
	expect(events(form, "input", "animationstart", "reset")).toEqual(["input", "input", "input"]);
	expect(events(form, "change")).toEqual(["left date"]);
	end();
	expect(events(form, "input", "animationstart", "reset", "change")).toEqual([]);
});

test("a form that was touched before is heard at once, and one that is not there never", async () => {
	expect((await watched({ tellsAtOnce: true })).heard).toEqual(["input"]);
	const { events, form, end, heard } = await watched({ tellsAtOnce: true, id: "g" });
	expect([heard, events(form, "input"), end()]).toEqual([[], [], undefined]);
});

test.each<[string, () => object[], boolean]>([
	["hides", () => [{ value: "" }], false],
	["shows", () => [{ value: "x" }], true],
	[
		"does not name",
		() => {
			throw new SyntaxError();
		},
		true,
	],
])("a value that the browser filled in and %s is heard: %#", async (_, querySelectorAll, isHeard) => {
	const { events, form } = await watched({ form: { querySelectorAll } });
	expect(events(form, "input")).toEqual(isHeard ? ["input"] : []);
});

test.each([{ isConnected: false }, { name: undefined }])("nobody leaves a field of %o", async (more) => {
	const { events, form } = await watched({ form: more });
	expect(events(form, "change")).toEqual([]);
});

test.each(["pointerup", "pointercancel"])(
	"a field that was left by a press is only heard of after its %s",
	async (type) => {
		const { events, form, page } = await watched();
		expect(events(page, "pointerdown")).toEqual([]);
		expect(events(form, "change")).toEqual([]);
		expect(events(page, type)).toEqual(["left date"]);
		expect(events(page, type)).toEqual([]);
		expect(events(form, "change")).toEqual(["left date"]);
	},
);
