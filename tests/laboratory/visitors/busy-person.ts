import { randomUUID } from "node:crypto";
import type { HttpResponse } from "../../support/server/http-client";
import type { Person } from "../servers/site";
import { ADD_ADDRESS, Browser, type Field, photoAddress } from "./document-requests";
import {
	applyChange,
	applyPhotosOnly,
	type Change,
	type DocumentState,
	NO_DOCUMENT,
	serializeState,
	type Texts,
} from "./document-state";
import type { Photo } from "./photos";

const FEW_DOCUMENTS = 3;
const MANY_DOCUMENTS = 8;
const MAX_PHOTOS = 10;

interface Intent {
	idFile: string;
	change: Change;
	/** URL path of the form; a retry uses the same path. */
	address: string;
	/** Ids of the photos that the form removes from the document. */
	removedIds: readonly string[];
}

/** A simulated person who edits documents and records the confirmed changes. */
export class BusyPerson {
	/** Expected states by document key, also of deleted documents, which must not reappear. */
	readonly states = new Map<string, DocumentState>();
	/** A request that has not got an expected response; the server may have executed the request or not. */
	unanswered: Intent | undefined;
	acknowledged = 0;
	/** Descriptions of unexpected responses. */
	readonly problems: string[] = [];
	/** Ids of photos by document key and SHA-256. A form can remove only photos with a known id. */
	readonly #photoIds = new Map<string, Map<string, string[]>>();
	#documents = 0;

	constructor(
		readonly person: Person,
		private readonly photos: readonly Photo[],
		private readonly random: () => number,
	) {}

	/**
	 * Repeats the request in `unanswered`, if any. Then sends new requests until a request gets no response or an
	 * unexpected response, or until `isOver` returns true.
	 */
	async work(port: number, onResponse: () => void, isOver = () => false): Promise<void> {
		const browser = new Browser(this.person, port);
		while (!isOver()) {
			const intent = this.unanswered ?? this.#plan();
			this.unanswered = intent;
			const reply = await this.#send(browser, intent);
			if (!reply) break;
			if (!isAcknowledged(intent.change, reply)) {
				this.problems.push(`${intent.change.kind}: ${reply.status} ${reply.text.slice(0, 300)}`);
				break;
			}
			onResponse();
			this.acknowledged++;
			this.states.set(intent.idFile, applyChange(this.#stateOf(intent.idFile), intent.change));
			// Forgets the photo ids of this document, which the form may have changed: a photo that is removed and sent
			// again gets a new id.
			this.#photoIds.delete(intent.idFile);
			this.unanswered = undefined;
		}
		browser.close();
	}

	/**
	 * Compares a stored document with the state expected after all responses. If `unanswered` is a request for this
	 * document, the states after this request and after its photos are right too. From then on, expects the stored state.
	 * @returns the right states as text if the stored state is wrong
	 */
	reconcile(idFile: string, found: DocumentState, photoIds: Map<string, string[]>): string | undefined {
		const expected = this.#stateOf(idFile);
		const possible = [expected];
		const isUnanswered = this.unanswered?.idFile === idFile;
		if (this.unanswered && isUnanswered) {
			const { change } = this.unanswered;
			possible.push(applyChange(expected, change), applyPhotosOnly(expected, change));
		}
		this.#photoIds.set(idFile, photoIds);
		this.states.set(idFile, found);
		// Decides whether `work` repeats the unanswered request: never a deletion that took effect, and half of all other
		// requests.
		const isDeleted = this.unanswered?.change.kind === "delete" && !found.texts;
		if (isUnanswered && (isDeleted || this.random() < 0.5)) this.unanswered = undefined;
		const texts = possible.map(serializeState);
		return texts.includes(serializeState(found)) ? undefined : texts.join(" o ");
	}

	#stateOf(idFile: string): DocumentState {
		return this.states.get(idFile) ?? NO_DOCUMENT;
	}

	#plan(): Intent {
		const known = Array.from(this.states);
		const draft = known.find(([, { texts, pending }]) => !texts && pending.size > 0)?.[0];
		const saved = known.flatMap(([idFile, { texts }]) => (texts ? [idFile] : []));
		const chance = this.random();
		if (draft) return chance < 0.3 ? this.#photo(draft) : this.#save(draft);
		if (saved.length < FEW_DOCUMENTS) return this.#add(chance);
		const idFile = saved[Math.floor(this.random() * saved.length)] ?? randomUUID();
		if (saved.length > MANY_DOCUMENTS || chance < 0.2) {
			return { idFile, change: { kind: "delete" }, address: `/auth/view-document/${idFile}`, removedIds: [] };
		}
		if (chance < 0.3) return this.#photo(idFile);
		return chance < 0.6 ? this.#save(idFile) : this.#add(this.random());
	}

	/** Plans a new document: a complete form, or a photo that is sent before the form. */
	#add(chance: number): Intent {
		return chance < 0.3 ? this.#photo(randomUUID()) : this.#save(randomUUID());
	}

	#photo(idFile: string): Intent {
		const { published, pending } = this.#stateOf(idFile);
		if (published.size + pending.size >= MAX_PHOTOS) return this.#save(idFile);
		const [photo] = this.#randomPhotos(1);
		if (!photo) throw new Error("no photo to send");
		return { idFile, change: { kind: "photo", photo }, address: this.#formOf(idFile), removedIds: [] };
	}

	#save(idFile: string): Intent {
		const { published, pending } = this.#stateOf(idFile);
		const ids = this.#photoIds.get(idFile) ?? new Map<string, string[]>();
		const removed = [...new Set([...published, ...pending])].filter(
			(sha256) => ids.has(sha256) && this.random() < 0.25,
		);
		const room = MAX_PHOTOS - published.size - pending.size;
		const photos = this.#randomPhotos(Math.min(room, 1 + Math.floor(this.random() * 4)));
		const removedIds = removed.flatMap((sha256) => ids.get(sha256) ?? []);
		const change = { kind: "save", texts: this.#texts(), photos, removed } as const;
		return { idFile, change, address: this.#formOf(idFile), removedIds };
	}

	#formOf(idFile: string): string {
		return this.#stateOf(idFile).texts ? `/auth/edit-document/${idFile}` : ADD_ADDRESS;
	}

	#randomPhotos(count: number): Photo[] {
		return this.photos.toSorted(() => this.random() - 0.5).slice(0, count);
	}

	#texts(): Texts {
		this.#documents++;
		return {
			title: `Carné ${this.#documents}`,
			description: `Versión ${this.#documents}\nde la señora Ñandú`,
		};
	}

	#send(
		browser: Browser,
		{ idFile, change, address, removedIds }: Intent,
	): Promise<HttpResponse | undefined> {
		if (change.kind === "delete") return browser.postUrlencoded(address, { intent: "delete" });
		if (change.kind === "photo") {
			const fields: Field[] = [
				["intent", "images"],
				["idFile", idFile],
				["images", change.photo.file],
			];
			return browser.post(photoAddress(address), fields);
		}
		return browser.post(address, [
			["idFile", idFile],
			["title", change.texts.title],
			// Line breaks as browsers send them.
			["description", change.texts.description.replaceAll("\n", "\r\n")],
			["expiresOn", ""],
			...removedIds.map((id): Field => ["removeImages", id]),
			...change.photos.map(({ file }): Field => ["images", file]),
		]);
	}
}

function isAcknowledged({ kind }: Change, { status, headers, text }: HttpResponse): boolean {
	if (kind === "photo") return status === 200 && text.startsWith('{"refused":[],');
	return status === 303 && /^\/auth\/my-documents(\?|$)/.test(headers.location ?? "");
}
