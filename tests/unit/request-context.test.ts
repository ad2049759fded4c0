import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { streamOf } from "~/lib/http/download.server";
import {
	findRequestContext,
	notePerson,
	requestContext,
	runInContext,
	runOutsideRequest,
} from "~/lib/http/request-context.server";
import { isLateSending } from "~/lib/records/save-record-form.server";
import { contextFor } from "../support/requests";

test("there is no context outside a request, and requestContext throws", () => {
	expect(findRequestContext()).toBeUndefined();
	expect(requestContext).toThrow("no request");
	expect(() => notePerson("somebody")).not.toThrow();
});

test("requests at the same time keep their own address and person through every kind of waiting", async () => {
	const emitter = new EventEmitter();
	emitter.setMaxListeners(20);
	const visits = Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			runInContext(contextFor(`/visit/${index}`), async () => {
				const expected = requestContext();
				await pause(index % 3);
				notePerson(`person ${index}`);
				await db.transaction().execute((trx) => trx.selectFrom("diagramas").select("id").execute());
				expect(requestContext()).toBe(expected);
				await once(emitter, "go");
				expect(requestContext()).toBe(expected);
				const pulled: unknown[] = [];
				const texts = async function* () {
					for (let part = 0; part < 3; part++) {
						await pause(1);
						pulled.push(requestContext());
						yield "text";
					}
				};
				await new Response(streamOf(texts())).text();
				expect(pulled).toEqual([expected, expected, expected]);
				return [requestContext().url.pathname, requestContext().person];
			}),
		),
	);
	await pause(100);
	emitter.emit("go");
	const seen = await visits;
	expect(seen.map(([path]) => path)).toEqual(Array.from({ length: 20 }, (_, index) => `/visit/${index}`));
	expect(new Set(seen.map(([, person]) => person)).size).toBe(20);
});

test("a user is noted in their own request only, always with the same pseudonym", () => {
	const personOf = (userId: string) => {
		const context = contextFor("/");
		runInContext(context, () => notePerson(userId));
		return context.person;
	};
	expect(personOf("somebody")).toMatch(/^[\w-]{12}$/);
	expect(personOf("somebody")).toBe(personOf("somebody"));
	expect(personOf("another")).not.toBe(personOf("somebody"));
	expect(contextFor("/").person).toBeUndefined();
});

test("a background job that a request starts has no context", async () => {
	const context = await runInContext(contextFor("/"), () =>
		runOutsideRequest(async () => {
			await pause(1);
			return findRequestContext();
		}),
	);
	expect(context).toBeUndefined();
});

test("a sending of a form is late after a later one of the same form by the same person", () => {
	const arrives = (sending?: string, person = "a") =>
		runInContext({ ...contextFor("/"), person }, () => isLateSending(sending));
	expect([arrives("1000.2"), arrives("1000.1"), arrives("1000.2"), arrives("1000.3")]).toEqual([
		false,
		true,
		false,
		false,
	]);
	expect([arrives("1000.1", "b"), arrives("1001.1")]).toEqual([false, false]);
	for (const none of [undefined, "", "1000", "1000.", "x1000.1", "1000.1x", "99999999999999999.1"])
		expect(arrives(none), none).toBe(false);
	// The form that was sent least recently is forgotten.
	for (let form = 1; form <= 10_000; form++) arrives(`${form}.2`, "c");
	arrives("1.2", "c");
	arrives("10001.2", "c");
	expect([arrives("1.1", "c"), arrives("3.1", "c"), arrives("2.1", "c")]).toEqual([true, true, false]);
});
