/** A server for `FakePhone`: sessions, and pages that hold the name of the session's person. */

import { setImmediate as turn } from "node:timers/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { TEST_BYTES } from "~/browser/phone-takes-photos";
import { WorkerParts } from "~/features/platform/worker-parts";
import { ON_THIS_PHONE } from "~/worker/addresses";
import { Random } from "../random";
import { FakePhone } from "./fake-phone";

export const KEY = Buffer.alloc(32, 7).toString("base64");

export const hashOf = (person: string) => `hash of ${person}`;

export class FakeSite {
	readonly sessions = new Set<string>();
	/** All requests that have arrived. */
	readonly requests: Request[] = [];
	/** Whether a request with this address does not arrive. */
	isLost = (_pathname: string): boolean => false;
	/** Until when each answer waits. */
	delay: Promise<unknown> = Promise.resolve();
	/** Status of each page, and whether a proxy answers it for a server that is gone. */
	pageStatus = 200;
	isGone = false;
	/** What each page shows besides. */
	more = "";
	/** Length of each photo, as its header says. */
	photoBytes = 0;
	/** What each photo shows. */
	photo: BodyInit = "photo";
	/** Status of the answer to a form of the outbox. */
	formStatus = 204;
	/** Status of the answer to a sign-out. */
	signOutStatus = 204;
	/** What the answer to a form says. */
	formBody: BodyInit | null = null;
	/** Keys of every person, the newest first. */
	keys = [KEY];
	/** Forms of the outbox that have arrived. */
	forms: FormData[] = [];

	/** Lets each answer wait from now on. @returns what lets those come that have waited */
	hold(): () => void {
		let letGo = () => {};
		this.delay = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		return letGo;
	}

	/** Waits until the phone has sent so many forms of its outbox. */
	async sent(count = 1): Promise<void> {
		const isForm = ({ headers }: Request) => headers.has("Relevo-Age");
		while (this.requests.filter(isForm).length < count) await turn();
	}

	/** The answer to a request. @throws Error when it does not arrive */
	readonly answer = async (request: Request, cookie: string | undefined): Promise<Response> => {
		const { pathname, searchParams } = new URL(request.url);
		if (this.isLost(pathname)) throw new Error("no signal");
		this.requests.push(request);
		await this.delay;
		const person = cookie && this.sessions.has(cookie) ? cookie : undefined;
		if (pathname === "/auth/logout") {
			if (cookie && this.signOutStatus === 204) this.sessions.delete(cookie);
			return new Response(null, { status: this.signOutStatus, headers: { "Set-Cookie": "" } });
		}
		if (pathname === "/auth/login" && request.method === "POST") {
			const name = String((await request.formData()).get("email"));
			this.sessions.add(name);
			return redirected({ "Set-Cookie": name });
		}
		if (pathname === "/auth/phone-key")
			return Response.json({ person: hashOf(person ?? ""), keys: this.keys });
		if (request.headers.has("Relevo-Age")) {
			this.forms.push(await request.formData());
			return new Response(this.formBody, {
				status: this.formStatus,
				headers: [204, 401].includes(this.formStatus) ? { "Relevo-Next": "/auth/work-overtime" } : {},
			});
		}
		if (pathname.startsWith("/images/"))
			return new Response(this.photo, { headers: { "Content-Length": String(this.photoBytes) } });
		if (!person && pathname.startsWith("/auth/") && pathname !== "/auth/login") return redirected();
		// A page for everybody names nobody.
		const name = pathname === "/security" ? "Reglas" : (person ?? "Ingresá");
		const form = `<input name="idFile" value="${searchParams.get("idFile")}"/>`;
		const parts = pathname === ON_THIS_PHONE ? renderToStaticMarkup(createElement(WorkerParts)) : "";
		const main = `<main><p>${name}</p>${form}${this.more}</main>`;
		const headers = { "Content-Type": "text/html", "Relevo-Person": person ? hashOf(person) : "-" };
		return new Response(`<html><title>a</title>${main}${parts}</html>`, {
			status: this.pageStatus,
			headers: this.isGone ? {} : headers,
		});
	};
}

/** A redirect, as a worker sees it. */
function redirected(headers?: HeadersInit): Response {
	return Object.defineProperty(new Response(null, { headers }), "type", { value: "opaqueredirect" });
}

/** Values of `isLost`. */
export const noSignal = () => true;
export const signal = () => false;

/** A phone on which somebody has signed in, and which has kept nothing yet. */
export async function freshPhone() {
	const site = new FakeSite();
	const phone = await FakePhone.start(new Random(1), site.answer);
	site.sessions.add("Zoraida");
	phone.cookie = "Zoraida";
	return { site, phone };
}

/** The same phone once it has kept what it needs. */
export async function readyPhone() {
	const { site, phone } = await freshPhone();
	await phone.open("/auth/my-account");
	await phone.settle();
	return { site, phone };
}

/** Hands the phone a trial photo, by default whole, as a page does. @returns status of the answer */
export async function tryPhoto(
	phone: FakePhone,
	bytes = Uint8Array.from({ length: TEST_BYTES }, (_, place) => place),
): Promise<number | undefined> {
	const body = new FormData();
	body.append("images", new Blob([bytes]));
	return (await phone.open(ON_THIS_PHONE, { method: "POST", body, isPart: true }))?.status;
}

/** All that can be read in stored values. */
export const plainText = (values: Iterable<unknown> = []) =>
	JSON.stringify(Array.from(values), (_, part) =>
		part instanceof ArrayBuffer ? Buffer.from(part).toString() : part,
	);
