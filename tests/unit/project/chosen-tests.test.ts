import { expect, test } from "vitest";
import { needsOf, testFilesOf } from "../../setup/chosen-tests.mjs";

test.each([
	"tests/unit/project/chosen-tests.test.ts",
	"./tests/unit/project/chosen-tests.test.ts",
	"unit/project/chosen-tests",
	"chosen-tests",
])("npm test -- %s runs one file", (word) => {
	expect(testFilesOf(word)).toEqual(["tests/unit/project/chosen-tests.test.ts"]);
});

test("a folder stands for everything below it, and for no file whose name begins like it", () => {
	expect(testFilesOf("routes/gate")).toContain("tests/routes/gate/gate.test.ts");
	expect(testFilesOf("tests/routes/gate/")).toEqual(testFilesOf("routes/gate"));
	expect(testFilesOf("routes/gat")).toEqual([]);
	expect(testFilesOf("tests").length).toBeGreaterThan(testFilesOf("routes").length);
});

test("unit stands for tests/unit and tests/features, which need no browser, and of which only the gate's need a build", () => {
	expect(testFilesOf("unit").map((file) => file.split("/")[1])).toContain("features");
	expect(needsOf(testFilesOf("unit")).browser).toBe(false);
	const inNeed = testFilesOf("unit").filter((file) => needsOf([file]).build);
	// They read the stylesheets' names, some of them through imports of the program's own modules.
	expect(inNeed).toEqual(
		["failures", "gate-answers", "screen"].map((name) => `tests/unit/gate/${name}.test.ts`),
	);
});

test("the needs of a file follow from its imports", () => {
	expect(needsOf(["tests/routes/gate/gate.test.ts"])).toEqual({ build: true, browser: false });
	expect(needsOf(["tests/e2e/leave.test.ts"])).toEqual({ build: true, browser: true });
});

test("an unknown name is refused in one line", () => {
	expect(testFilesOf("no-such-test")).toEqual([]);
});
