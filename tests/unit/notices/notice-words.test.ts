import { expect, test, vi } from "vitest";
import { endNotices, noticeOf, openNotice, showNotice } from "~/worker/push/push";

test.each([
	["shift-N", "2026-11-26", "El 26/11: turno noche", "/my-shift"],
	["shift-M", "2026-11-27", "El 27/11: turno mañana", "/my-shift"],
	["shift-T", "2026-11-27", "El 27/11: turno tarde", "/my-shift"],
	["shift-D", "2026-12-01", "El 01/12: turno día", "/my-shift"],
	["expiry", "2026-12-03", "El 03/12: vence un documento", "/auth/my-documents"],
	["diagram", "2026-11-26", "El 26/11: cambió tu diagrama", "/my-shift"],
])("a notice of kind %s for %s says %s", (kind, date, title, path) => {
	expect(noticeOf(JSON.stringify({ kind, date }))).toEqual([title, path]);
});

test("a shift of which nobody is sure is not told as certain", () => {
	const [title] = noticeOf('{"kind":"shift-N","date":"2026-11-26","unsure":true}');
	expect(title).toBe("El 26/11: turno noche, sin confirmar");
});

test.each(["", "no", "{}", '{"kind":"shift-Z","date":"2026-11-26"}', '{"kind":"shift-M"}', "[1]", "null"])(
	"what the notice %j says is something all the same",
	(text) => {
		expect(noticeOf(text)).toEqual(["Tu turno", "/my-shift"]);
	},
);

test("a notice is shown whatever has arrived, and closes when it is touched, which opens its page", async () => {
	const showNotification = vi.fn(async () => {});
	for (const data of [null, { text: () => '{"kind":"expiry","date":"2026-12-03"}' }])
		await showNotice({ showNotification }, { data });
	expect(showNotification.mock.calls).toEqual([
		["Tu turno", { data: "/my-shift", tag: "Tu turno" }],
		["El 03/12: vence un documento", { data: "/auth/my-documents", tag: "El 03/12: v" }],
	]);
	const [openWindow, close] = [vi.fn(async () => {}), vi.fn()];
	await openNotice({ openWindow }, { notification: { data: "/my-shift", close } });
	expect(close).toHaveBeenCalled();
	expect(openWindow).toHaveBeenCalledWith("/my-shift");
});

test("a notice takes the place of one of the same shift, but of nothing else of its day", async () => {
	const shown: Readonly<Record<string, string>>[] = [];
	const showNotification = async (_: string, options: (typeof shown)[number]) => void shown.push(options);
	for (const kind of ["shift-T", "shift-M", "expiry", "diagram"])
		await showNotice(
			{ showNotification },
			{ data: { text: () => JSON.stringify({ kind, date: "2026-11-26" }) } },
		);
	const [former, present, ...others] = shown.map(({ tag }) => tag);
	expect(present).toBe(former);
	expect(new Set([present, ...others]).size).toBe(3);
});

test("the notices of a phone end, if it has any and its browser knows them", async () => {
	const unsubscribe = vi.fn(async () => true);
	const showNotification = async () => {};
	for (const subscription of [{ unsubscribe }, null])
		await endNotices({ showNotification, pushManager: { getSubscription: async () => subscription } });
	await endNotices({ showNotification });
	expect(unsubscribe).toHaveBeenCalledOnce();
});
