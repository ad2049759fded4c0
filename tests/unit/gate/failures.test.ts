import type { ActionFunction } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { handleDataRequest, handleError } from "~/entry.server";
import { withFailedForms } from "~/gate/failed-forms.server";
import { requestContext, runInContext } from "~/lib/http/request-context.server";
import { contextFor } from "../../support/requests";

const full = Object.assign(new Error("full"), { code: "SQLITE_FULL" });

test.each<[string, unknown, boolean, [number, true | undefined]]>([
	["an error", new Error("x"), false, [1, undefined]],
	["a full disk", full, false, [1, true]],
	["an error of who has left", full, true, [0, undefined]],
	[
		"a page that is not there",
		{ status: 404, statusText: "", internal: true, data: "" },
		false,
		[0, undefined],
	],
])("of %s the log and the page hear what they must", (_, error, hasLeft, heard) => {
	const lines = vi.mocked(process.stdout.write).mock.calls;
	const before = lines.length;
	runInContext(contextFor("/x"), () => {
		const signal = hasLeft ? AbortSignal.abort() : undefined;
		handleError(error, { request: new Request("http://localhost:3000/x", { signal }) });
		expect([lines.length - before, requestContext().hasFilledDisk]).toEqual(heard);
	});
});

test.each([
	["/home", "true"],
	["/auth/my-account", null],
	[undefined, null],
])("a live page that is led to %s opens it as a document: %s", (target, reload) => {
	const headers = target ? { "X-Remix-Redirect": target } : undefined;
	const answer = handleDataRequest(new Response(null, { status: 204, headers }));
	expect(answer.headers.get("X-Remix-Reload-Document")).toBe(reload);
});

describe("a form whose action fails", () => {
	const given = vi.fn((text: string, status: number) => new Response(text, { status }));
	/** What becomes of an action that throws, or of a route without one. */
	const failing = (thrown: unknown, isForm = true) => {
		const action: ActionFunction = () => Promise.reject(thrown);
		const wrapped = withFailedForms(
			Object({ a: { id: "a", module: { action } }, b: { id: "b", module: {} } }),
		);
		expect(wrapped.b?.module.action).toBeUndefined();
		return runInContext({ ...contextFor("/x"), giveFormBack: isForm ? given : undefined }, async () => {
			const answer: unknown = await wrapped.a?.module.action?.(Object({}));
			return answer instanceof Response ? [answer.status, await answer.text()] : answer;
		});
	};

	test.each([
		[
			new Error("x"),
			500,
			/^No pudimos hacerlo: es un problema nuestro.* Código para quien administra: [\w-]+$/,
		],
		[full, 507, /^(?!No pudimos hacerlo).* Código para quien administra: [\w-]+$/],
	])("is given back with what was typed: %s", async (error, status, text) => {
		expect(await failing(error)).toEqual([status, expect.stringMatching(text)]);
	});

	test("is left to Remix if there is no form, or a Response is the answer", async () => {
		const answer = new Response();
		await expect(failing(answer)).rejects.toBe(answer);
		await expect(failing(full, false)).rejects.toBe(full);
	});
});
