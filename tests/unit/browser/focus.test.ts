import { afterEach, expect, test, vi } from "vitest";
import { focusAfter, restoreFocus } from "~/features/documents/photos/photo-focus";
import { rememberOpenRows, reopenRow } from "~/ui/open-rows";
import { focusRow } from "~/ui/toast/list-row";

afterEach(() => vi.unstubAllGlobals());

/** What has got the focus, by name. */
let focused: string[] = [];
const element = (name: string, more: object = {}) =>
	Object({ focus: () => focused.push(name), tagName: name.toUpperCase(), ...more });

test.each([
	["the row", "fila-1", 2, true, ["one"]],
	["the last row, if it is the one that went", "fila-9", 2, true, ["two"]],
	["the heading of an empty list", "fila-1", 0, true, ["h1"]],
	["nothing in a page without either", "fila-1", 0, false, []],
])("after a deletion the focus is at %s", (_, id, count, hasHeading, names) => {
	focused = [];
	const rows = ["one", "two"].slice(0, count).map((name) => ({ querySelector: () => element(name) }));
	const heading = hasHeading ? element("h1") : null;
	vi.stubGlobal("document", {
		querySelectorAll: () => rows,
		getElementById: (asked: string) => (asked === "fila-1" && rows[0]) || null,
		querySelector: () => heading,
	});
	focusRow(id);
	expect(focused).toEqual(names);
	if (names.includes("h1")) expect(heading.tabIndex).toBe(-1);
});

test.each([
	[0, ["two"]],
	[1, ["field"]],
])("after photo %i was taken out the focus is at the next one, or the field", (index, names) => {
	focused = [];
	const buttons = [element("one"), element("two")];
	focusAfter(element("field", { form: { querySelectorAll: () => buttons } }), buttons[index]);
	expect(focused).toEqual(names);
});

test.each([
	["lost", "body", "refused", ["refused"]],
	["lost, without anything to put right", "body", undefined, ["field"]],
	["in a dialog that closes", "dialog", "refused", ["refused"]],
	["elsewhere", "text", "refused", []],
])("the focus that is %s goes to what is to be put right", (_, place, refused, names) => {
	focused = [];
	const body = element("body", { closest: () => null });
	const at = place === "body" ? body : { closest: () => (place === "dialog" ? {} : null) };
	vi.stubGlobal("document", { body, activeElement: at });
	const found = refused ? element(refused) : null;
	restoreFocus(element("field", { form: { querySelector: () => found } }));
	expect(focused).toEqual(names);
});

test("rows that were open are open again when one comes back", () => {
	const linkTo = (key: string) => (key ? { pathname: `/edit/${key}` } : null);
	const row = (key: string) => ({ open: false, querySelector: () => linkTo(key) });
	const told: unknown[] = [];
	const replaceState = (state: unknown) => told.push(state);
	const page = (state: object | null, open: string[]) => {
		vi.stubGlobal("history", { state, replaceState });
		vi.stubGlobal("document", { querySelectorAll: () => open.map(row) });
	};
	page({ key: "k" }, ["a", "b"]);
	rememberOpenRows();
	expect(told).toEqual([{ key: "k", open: ["a", "b"] }]);
	page(null, ["", "a"]);
	rememberOpenRows();
	expect(told.splice(1)).toEqual([{ open: ["", "a"] }]);
	// Nothing has changed.
	page({ open: ["a", "b"] }, ["a", "b"]);
	rememberOpenRows();
	expect(told).toHaveLength(1);
	const [opened, closed, other] = [row("b"), { ...row("c"), open: true }, { ...row("c"), open: true }];
	for (const one of [opened, closed, null]) reopenRow(one && Object(one));
	page(null, []);
	reopenRow(Object(other));
	expect([opened.open, closed.open, other.open]).toEqual([true, false, true]);
});
