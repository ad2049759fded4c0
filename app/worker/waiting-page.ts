/** "En el teléfono": what waits, to be opened and corrected or discarded. */
import { escapeHtml } from "~/lib/escape-html";
import { ON_THIS_PHONE } from "./addresses";
import { changed, ownPage, ownPart, templateFilled } from "./copies";
import { type Entry, nameOf } from "./entry";
import { sendAndRefresh } from "./filling";
import { plainCopy } from "./html/copy-html";
import { soon } from "./network";
import { findEntry, noteShown, open, settle, waiting } from "./outbox";
import { remembered } from "./person";
import type { FetchEvent } from "./scope";
import { send, sendAll } from "./sending";
import { momentText } from "./times";

/** Answers the opening of the page of what waits, once what can leave has left, and of one form in it. */
export async function openWaiting(event: FetchEvent, { searchParams }: URL): Promise<Response> {
	const opened = await ownEntry(searchParams.get("open"));
	if (opened) return openEntry(opened);
	const leaving = await ownEntry(searchParams.get("discard"));
	if (leaving) return askToDiscard(leaving);
	event.waitUntil(sendAndRefresh());
	await soon(sendAll());
	const entries = await waiting();
	if (!entries[0]) return ownPage("empty", {});
	const items = (await Promise.all(entries.map(itemOf))).join("");
	return ownPage(searchParams.has("kept") ? "kept-until" : "list", { count: entries.length, items });
}

/** Answers a button of the page. */
export async function changeWaiting(request: Request): Promise<Response> {
	const form = new URLSearchParams(await request.text());
	const entry = await ownEntry(form.get("id"));
	if (entry) await settle(entry);
	return Response.redirect(ON_THIS_PHONE, 303);
}

async function ownEntry(id: string | null): Promise<Entry | undefined> {
	const entry = await findEntry(id ?? "");
	return entry?.person === (await remembered()).person ? entry : undefined;
}

const nameOfEntry = async (entry: Entry) => {
	const typed = await open(entry);
	return escapeHtml(typed ? nameOf(typed) : "Bajo llave");
};

async function itemOf(entry: Entry): Promise<string> {
	const state = entry.isRefused ? "refused" : entry.isDraft ? "draft" : entry.isPutOff ? "put-off" : "waits";
	const when = momentText(entry.firstSentAt);
	return ownPart(`item-${state}`, { name: await nameOfEntry(entry), when, id: entry.id });
}

async function askToDiscard(entry: Entry): Promise<Response> {
	return ownPage("discard", { name: await nameOfEntry(entry), id: entry.id });
}

/** Shows a form as it was typed; one that the server refused with the server's message, if there is signal. */
async function openEntry(entry: Entry): Promise<Response> {
	const typed = await open(entry);
	if (!typed) return Response.redirect(ON_THIS_PHONE, 303);
	const sent = entry.isRefused ? await send({ ...entry, sent: 0 }).catch(() => undefined) : undefined;
	const next = sent?.response.headers.get("Relevo-Next");
	if (next) return Response.redirect(next, 303);
	if (sent?.outcome === "refused") {
		await noteShown(entry);
		return changed(sent.response, plainCopy);
	}
	const form = await templateFilled(typed, entry.photos ? "note-photos" : "note-waits");
	return form ?? askToDiscard(entry);
}
