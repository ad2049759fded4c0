/** "En el teléfono": what waits, to be opened and corrected or discarded. */
import { escapeHtml } from "~/lib/escape-html";
import { ON_THIS_PHONE } from "./addresses";
import { ownPage, ownPart, templateFilled } from "./copies";
import { plainCopy } from "./copy-html";
import { type Entry, nameOf } from "./entry";
import { findEntry, open, settle, waiting } from "./outbox";
import { remembered } from "./person";
import { send } from "./sending";
import type { ServiceWorkerScope } from "./service-worker-scope";
import { momentText } from "./times";

const worker: ServiceWorkerScope = Object(self);

/** Answers the opening of the page of what waits, and of one form in it. */
export async function openWaiting({ searchParams }: URL): Promise<Response> {
	const opened = await ownEntry(searchParams.get("open"));
	if (opened) return openEntry(opened);
	const leaving = await ownEntry(searchParams.get("discard"));
	if (leaving) return askToDiscard(leaving);
	const entries = await waiting();
	if (entries.length === 0) return ownPage("empty", {});
	const items = (await Promise.all(entries.map(itemOf))).join("");
	const promise = worker.registration.sync
		? "Sale solo cuando vuelva la señal."
		: "Sale cuando abras Relevo con señal.";
	return ownPage(searchParams.has("kept") ? "kept" : "list", {
		count: String(entries.length),
		items,
		promise,
	});
}

/** Answers a button of the page. */
export async function changeWaiting(request: Request): Promise<Response> {
	const form = new URLSearchParams(await request.text());
	const entry = await ownEntry(form.get("id"));
	if (entry) await settle(entry);
	return Response.redirect(ON_THIS_PHONE, 303);
}

async function ownEntry(id: string | null): Promise<Entry | undefined> {
	const entry = id ? await findEntry(id) : undefined;
	return entry?.person === (await remembered()).person ? entry : undefined;
}

const nameOfEntry = async (entry: Entry) => {
	const typed = await open(entry);
	return escapeHtml(typed ? nameOf(typed) : "No se puede leer en este momento");
};

async function itemOf(entry: Entry): Promise<string> {
	const state = entry.isRefused ? "No se pudo guardar: abrilo y corregilo." : "Espera señal.";
	const [name, when] = [await nameOfEntry(entry), momentText(entry.firstSentAt)];
	return ownPart("item", { name, state, when, id: entry.id });
}

async function askToDiscard(entry: Entry): Promise<Response> {
	return ownPage("discard", { name: await nameOfEntry(entry), id: entry.id });
}

/** Shows a form as it was typed; one that the server refused with the server's message, if there is signal. */
async function openEntry(entry: Entry): Promise<Response> {
	const typed = await open(entry);
	if (!typed) return Response.redirect(ON_THIS_PHONE, 303);
	const sent = entry.isRefused ? await send(entry).catch(() => undefined) : undefined;
	const next = sent?.response.headers.get("Relevo-Next");
	if (next) return Response.redirect(next, 303);
	if (sent?.outcome === "refused") {
		const { headers } = sent.response;
		const kept = ["Content-Type", "Content-Security-Policy"].map((name) => [name, headers.get(name) ?? ""]);
		return new Response(plainCopy(await sent.response.text()), { headers: Object.fromEntries(kept) });
	}
	const form = await templateFilled(typed, "Está guardado en el teléfono y todavía no se envió.");
	return form ?? askToDiscard(entry);
}
