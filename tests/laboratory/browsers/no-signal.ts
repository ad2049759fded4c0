/** Flows without signal. Only where account pages come alive: nothing else on them registers the service worker. */
import { HYDRATES } from "./page-states";
import {
	ADD,
	type Flow,
	fill,
	fillExtra,
	open,
	openUntil,
	press,
	signIn,
	waitFor,
	waitForPath,
	waitForText,
} from "./steps";

const ADD_DOCUMENT = "/auth/my-document/add-document";
const isKept = (path: string) => `caches.match("${path}").then(Boolean)`;

/** Whether the worker has seen that it gets photos whole. */
const TAKES_PHOTOS = `new Promise((resolve) => {
	indexedDB.open("relevo").onsuccess = ({ target: { result } }) => {
		result.transaction("state").objectStore("state").get("photos").onsuccess = (event) => {
			result.close();
			resolve(event.target.result === navigator.userAgent);
		};
	};
})`;

export const noSignalFlows = {
	noSignal: async (context) => {
		const { tab, origin, script, loseSignal, findSignal, screenshot } = context;
		await open(context, "/auth/my-account");
		if (!script || !(await tab.evaluate(HYDRATES))) return;
		for (const path of [ADD, "/auth/work-overtime"]) await waitFor(tab, isKept(path));
		await loseSignal();
		try {
			await tab.goto(`${origin}/auth/work-overtime`);
			await waitForText(tab, "Sin señal. Copia del");
			await screenshot("copy");
			await tab.goto(origin + ADD);
			await waitForText(tab, "queda en el teléfono");
			await fillExtra(tab, "2026-11-12");
			await waitForPath(tab, "/on-this-phone");
			await waitForText(tab, "Guardado en el teléfono.");
			await screenshot("kept");
		} finally {
			await findSignal();
		}
		// The first page sends what waits, even when its answer comes too late to be shown.
		await openUntil(context, "/auth/work-overtime?start=2026-11-01&end=2026-11-30", "12/11/2026");
	},
	waitingPhotos: async (context) => {
		const { tab, origin, script, photos, loseSignal, loseBattery, findSignal, screenshot } = context;
		await open(context, "/auth/my-account");
		if (!script || !(await tab.evaluate(HYDRATES))) return;
		for (const what of [isKept(ADD_DOCUMENT), TAKES_PHOTOS]) await waitFor(tab, what);
		await loseSignal();
		try {
			await tab.goto(origin + ADD_DOCUMENT);
			await waitForText(tab, "queda en el teléfono");
			await fill(tab, { title: "Psicofísico", description: "Dos fotos" });
			await tab.upload("input[type=file][multiple]", photos);
			await press(tab, "Guardar");
			await waitForPath(tab, "/on-this-phone");
			await waitForText(tab, "Documento, Psicofísico · 2 fotos");
			await screenshot("kept photos");
			await loseBattery();
		} finally {
			await findSignal();
		}
		// A browser that is killed may lose the newest cookies, but nothing that the phone has said is kept.
		await open(context, "/auth/my-account");
		if (!(await context.tab.evaluate("location.pathname === '/auth/my-account'"))) await signIn(context);
		await openUntil(context, "/auth/my-documents", "Psicofísico");
		await waitForText(context.tab, "2 fotos");
		await openUntil(context, "/on-this-phone", "No falta enviar nada.");
	},
} satisfies Record<string, Flow>;
