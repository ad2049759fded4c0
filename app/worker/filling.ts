/** Fetches what somebody may need without signal, and sends what waits. */
import { sharedRun } from "~/lib/shared-run";
import { DAY_MS } from "~/lib/units/durations";
import {
	ADD_DOCUMENT,
	ADD_EXTRA,
	copyAddress,
	DAYS,
	GATE,
	MY_DAYS,
	MY_PAY,
	ON_THIS_PHONE,
	pageKind,
	urlOf,
} from "./addresses";
import { keepCopy, storedAt } from "./copies";
import { PLACEHOLDER } from "./html/form-html";
import { soon } from "./network";
import { waiting } from "./outbox";
import { inEpoch, meet, NOBODY, remember, remembered } from "./person";
import { LIMIT_MS, sendAll } from "./sending";
import { dayOf } from "./times";

/** Fetches a public page without cookies, once a day. */
export async function keepPublic(url: URL): Promise<void> {
	if (Math.abs(Date.now() - (await storedAt(url))) < DAY_MS) return;
	const page = await fetch(copyAddress(url), { credentials: "omit" }).catch(() => undefined);
	if (page) await keepCopy(url, page);
}

/** Sends what waits, and fetches what that has changed. @throws Error when something still waits, so that Background Sync tries again */
export async function sendAndRefresh(): Promise<void> {
	const { length } = await waiting();
	const isAllSent = await sendAll();
	if ((await waiting()).length < length) await fill();
	if (!isAllSent) throw new Error();
}

/** Pages that are fetched once a day without being opened: those of anybody with shifts, and those of a person. */
const ofShifts = [DAYS, "/my-shift", "/my-shift/calendar"];
/** What a form about extras or pay changes. */
const ofPay = [MY_PAY, "/auth/work-overtime"];
const ofPerson = [
	"/auth/more",
	`${ADD_EXTRA}?idFile=${PLACEHOLDER}`,
	`${ADD_DOCUMENT}?idFile=${PLACEHOLDER}`,
	`${MY_DAYS}?day=hoy&idFile=${PLACEHOLDER}`,
	GATE,
	...ofPay,
	MY_DAYS,
	"/auth/my-documents",
	...ofShifts,
];

/**
 * Fetches what a person may need without signal, once a day. All who ask meanwhile wait for the same, so that no page is
 * fetched twice, or an older one kept over a newer.
 */
export const fill = sharedRun(async () => {
	for (;;) {
		const { epoch, filledOn, isPayStale, person } = await remembered();
		const today = dayOf(Date.now());
		const isFilled = filledOn === today;
		if (!isPayStale && isFilled) return;
		const wanted = isFilled ? ofPay : person === NOBODY ? ofShifts : ofPerson;
		// What changes from here on is fetched in another round.
		await remember(isFilled ? { isPayStale: false } : { isPayStale: false, filledOn: "-" });
		for (const address of wanted) if (!(await fetchCopy(address))) return remember({ isPayStale: true });
		// Whoever has come meanwhile has nothing yet.
		await inEpoch(epoch, (now) => now.filledOn && remember({ filledOn: today }));
	}
});

/**
 * Fetches a page to keep it. The server leaves its toast for the next page that somebody opens.
 * @returns undefined if that fails, or takes too long
 */
async function fetchCopy(address: string): Promise<true | undefined> {
	const { epoch } = await remembered();
	const keep = async (): Promise<true> => {
		const page = await fetch(address, { headers: { "Relevo-Copy": "1" }, redirect: "manual" });
		const keptIn = await meet(page.headers.get("Relevo-Person"), epoch);
		if (keptIn !== undefined) await keepCopy(urlOf(address), page, keptIn);
		return true;
	};
	return soon(keep(), LIMIT_MS);
}

/** Keeps a page that was open before the worker began to work. */
export async function keepOpenPage(url: URL): Promise<void> {
	const kind = pageKind(url);
	if (kind === "public") await keepPublic(url);
	else if (kind && !(await storedAt(url))) {
		// Without a form's own key, the server gives no form.
		await fetchCopy(copyAddress(url));
		await fill();
	}
}

/** The frame of the worker's pages. Nothing else: until this is over, the browser has only its own page without signal. */
export async function install(): Promise<void> {
	const url = urlOf(ON_THIS_PHONE);
	await keepCopy(url, await fetch(url, { credentials: "omit" }));
	if (!(await storedAt(url))) throw new Error();
}
