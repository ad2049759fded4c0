import { setTimeout as pause } from "node:timers/promises";
import { json, type LoaderFunction } from "@remix-run/node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findRequestContext, notePerson, requestContext } from "~/lib/http/request-context.server";
import { readUpload } from "~/lib/images/upload-queue.server";
import { sameOrigin, send } from "../../support/server/http-client";
import { type SmallGate, startSmallGate } from "../../support/server/small-gate";

vi.hoisted(() => {
	process.env.TRUST_PROXY_HOPS = "1";
});

/** Responds with what a route knows about its request, after a pause in which other requests run. */
const tellContext: LoaderFunction = async ({ request }) => {
	const { clientAddress, url, isData } = requestContext();
	const name = url.searchParams.get("name") ?? "";
	notePerson(name);
	const { person } = requestContext();
	const seen = new Set([findRequestContext()]);
	const read = async (request: Request) => {
		const reader = request.body?.getReader();
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
			seen.add(findRequestContext());
			await pause(1);
		}
	};
	await pause(20);
	if (request.method === "POST") await readUpload(request, name, read);
	seen.add(findRequestContext());
	const isSame = seen.size === 1 && requestContext().person === person;
	return json({ clientAddress, search: url.search, isData, isSame, person });
};

let gate: SmallGate;
beforeAll(async () => {
	const path = "auth/my-account/edit-profile";
	gate = await startSmallGate({
		[path]: { loader: tellContext, action: tellContext, handle: { uploadBytes: 1_000_000 } },
	});
});
afterAll(() => gate.stop());

const visit = (index: number, body?: Buffer) =>
	send(gate.origin, `/auth/my-account/edit-profile?name=person${index}`, {
		method: body ? "POST" : "GET",
		headers: {
			...sameOrigin,
			...(body && { "content-type": "multipart/form-data; boundary=corte" }),
			"x-forwarded-for": `192.0.2.${index}`,
			"x-relevo-client": "6.6.6.6",
		},
		body,
	});

test.each([
	["pages", undefined],
	["uploads", Buffer.alloc(300_000, "x")],
])("%s at the same time never see each other's address or user", async (_kind, body) => {
	const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => visit(index, body)));
	const told = responses.map(({ text }) => JSON.parse(text));
	expect(told).toEqual(
		told.map(({ person }, index) => ({
			clientAddress: `192.0.2.${index}`,
			search: `?name=person${index}`,
			isData: false,
			isSame: true,
			person,
		})),
	);
	expect(new Set(told.map(({ person }) => person)).size).toBe(24);
});

test("a route sees the query of its page without the parameter that Remix adds", async () => {
	const path = "/auth/my-account/edit-profile";
	const { text } = await send(gate.origin, `${path}?name=x&_data=${encodeURIComponent(path.slice(1))}`);
	expect(JSON.parse(text)).toMatchObject({ search: "?name=x", isData: true });
});
