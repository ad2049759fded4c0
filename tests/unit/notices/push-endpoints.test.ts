import { describe, expect, test } from "vitest";
import { isPushEndpoint } from "~/features/notices/push-endpoint.server";
import { parseEnv } from "~/lib/env.server";
import { hostileEndpoints } from "../../support/texts/hostile-endpoints";

describe("an address of a push service is allowed", () => {
	test.each([
		"https://fcm.googleapis.com/fcm/send/abc:def",
		"https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
		"https://web.push.apple.com/QGuQyavXutnMH",
		"https://db5p.notify.windows.com/w/?token=BQYAAA%3d%3d",
		"https://FCM.googleapis.com:443/fcm/send/abc",
		"https://fcm.googleapis.com/".padEnd(1000, "a"),
	])("%s", (address) => expect(isPushEndpoint(address)).toBe(true));
});

describe("any other address is refused", () => {
	test.each([...hostileEndpoints, "https://fcm.googleapis.com/".padEnd(1001, "a")])("%s", (address) =>
		expect(isPushEndpoint(address)).toBe(false),
	);
});

test("the setting for tests is refused in production", () => {
	const PUSH_TEST_ORIGIN = "https://localhost:4443";
	expect(() => parseEnv({ PUSH_TEST_ORIGIN })).toThrow("PUSH_TEST_ORIGIN: es solo para los tests");
	expect(() => parseEnv({ PUSH_TEST_ORIGIN, NODE_ENV: "production" })).toThrow("PUSH_TEST_ORIGIN");
	expect(parseEnv({ PUSH_TEST_ORIGIN, NODE_ENV: "test" }).PUSH_TEST_ORIGIN).toBe(PUSH_TEST_ORIGIN);
	expect(() => parseEnv({ PUSH_TEST_ORIGIN: "http://localhost", NODE_ENV: "test" })).toThrow(
		"PUSH_TEST_ORIGIN",
	);
});
