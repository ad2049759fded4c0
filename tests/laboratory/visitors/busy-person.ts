import { randomUUID } from "node:crypto";
import type { HttpResponse } from "../../support/server/http-client";
import type { Person } from "../servers/site";
import { ADD_ADDRESS, Browser, type Field, photoAddress } from "./document-requests";
import { type Change, changed, type DocumentState, NOTHING, type Texts, textOf } from "./document-state";
import type { Photo } from "./photos";

const FEW_DOCUMENTS = 3;
const MANY_DOCUMENTS = 8;
const MAX_PHOTOS = 10;

/** A request that has been decided on: written down before it is sent. */
interface Intent {
	idFile: string;
	change: Change;
	/** Of the form; kept for another try, as a browser keeps it. */
	address: string;
	/** Ids of the photos that it removes. */
	removedIds: readonly string[];
}

/** Somebody who adds, edits and deletes documents, one after the other, and writes down what was answered. */
export class BusyPerson {
	/** What each of their documents must be, by its idFile; deleted ones stay, to see that they do not come back. */
	readonly states = new Map<string, DocumentState>();
	/** Sent and not answered: it may have been done or not. */
	unanswered: Intent | undefined;
	acknowledged = 0;
	/** Answers that nobody expects. */
	readonly complaints: string[] = [];
	/** By idFile, the ids of the photos that have been seen in the database: only those can be ticked in a form. */
	readonly #photoIds = new Map<string, Map<string, string>>();
	#documents = 0;

	constructor(
		readonly person: Person,
		private readonly photos: readonly Photo[],
		private readonly random: () => number,
	) {}

	/**
	 * Works until the server is gone, or until it is enough. The first thing is to try again what was not answered the
	 * last time.
	 */
	async work(port: number, onAnswer: () => void, isEnough = () => false): Promise<void> {
		const browser = new Browser(this.person, port);
		while (!isEnough()) {
			const intent = this.unanswered ?? this.#decide();
			this.unanswered = intent;
			const reply = await this.#send(browser, intent);
			if (!reply) break;
			if (!isAcknowledged(intent.change, reply)) {
				this.complaints.push(`${intent.change.kind}: ${reply.status} ${reply.text.slice(0, 300)}`);
				break;
			}
			onAnswer();
			this.acknowledged++;
			this.states.set(intent.idFile, changed(this.#stateOf(intent.idFile), intent.change));
			// Photos may have new ids now: one that was removed and sent again.
			this.#photoIds.delete(intent.idFile);
			this.unanswered = undefined;
		}
		browser.close();
	}

	/**
	 * Looks at what the database has of one document. What was not answered may be done or not, but nothing in between.
	 * @returns what was to be there when something acknowledged is missing
	 */
	accept(idFile: string, found: DocumentState, photoIds: Map<string, string>): string | undefined {
		const expected = this.#stateOf(idFile);
		const possible = [expected];
		const isUnanswered = this.unanswered?.idFile === idFile;
		if (this.unanswered && isUnanswered) possible.push(changed(expected, this.unanswered.change));
		this.#photoIds.set(idFile, photoIds);
		this.states.set(idFile, found);
		// A document that is gone cannot be deleted again, and half of the people do not try again anyway.
		const isDeleted = this.unanswered?.change.kind === "delete" && !found.texts;
		if (isUnanswered && (isDeleted || this.random() < 0.5)) this.unanswered = undefined;
		const texts = possible.map(textOf);
		return texts.includes(textOf(found)) ? undefined : texts.join(" o ");
	}

	#stateOf(idFile: string): DocumentState {
		return this.states.get(idFile) ?? NOTHING;
	}

	#decide(): Intent {
		const known = Array.from(this.states);
		const draft = known.find(([, { texts, pending }]) => !texts && pending.size > 0)?.[0];
		const saved = known.flatMap(([idFile, { texts }]) => (texts ? [idFile] : []));
		const dice = this.random();
		if (draft) return dice < 0.3 ? this.#photo(draft) : this.#save(draft);
		if (saved.length < FEW_DOCUMENTS) return this.#begin(dice);
		const idFile = saved[Math.floor(this.random() * saved.length)] ?? randomUUID();
		if (saved.length > MANY_DOCUMENTS || dice < 0.2) {
			return { idFile, change: { kind: "delete" }, address: `/auth/view-document/${idFile}`, removedIds: [] };
		}
		if (dice < 0.3) return this.#photo(idFile);
		return dice < 0.6 ? this.#save(idFile) : this.#begin(this.random());
	}

	/** A new document: with all its photos in its form, or with the first one sent before. */
	#begin(dice: number): Intent {
		return dice < 0.3 ? this.#photo(randomUUID()) : this.#save(randomUUID());
	}

	#photo(idFile: string): Intent {
		const { published, pending } = this.#stateOf(idFile);
		if (published.size + pending.size >= MAX_PHOTOS) return this.#save(idFile);
		const [photo] = this.#somePhotos(1);
		if (!photo) throw new Error("no photo to send");
		return { idFile, change: { kind: "photo", photo }, address: this.#formOf(idFile), removedIds: [] };
	}

	#save(idFile: string): Intent {
		const { published, pending } = this.#stateOf(idFile);
		const ids = this.#photoIds.get(idFile) ?? new Map<string, string>();
		const removed = [...published, ...pending].filter((sha256) => ids.has(sha256) && this.random() < 0.25);
		const room = MAX_PHOTOS - published.size - pending.size;
		const photos = this.#somePhotos(Math.min(room, 1 + Math.floor(this.random() * 4)));
		const removedIds = removed.flatMap((sha256) => ids.get(sha256) ?? []);
		const change = { kind: "save", texts: this.#texts(), photos, removed } as const;
		return { idFile, change, address: this.#formOf(idFile), removedIds };
	}

	#formOf(idFile: string): string {
		return this.#stateOf(idFile).texts ? `/auth/edit-document/${idFile}` : ADD_ADDRESS;
	}

	#somePhotos(count: number): Photo[] {
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
		if (change.kind === "delete") return browser.postPlain(address, { intent: "delete" });
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
			// As a text area sends its lines.
			["description", change.texts.description.replaceAll("\n", "\r\n")],
			["expiresOn", ""],
			...removedIds.map((id): Field => ["removeImages", id]),
			...change.photos.map(({ file }): Field => ["images", file]),
		]);
	}
}

function isAcknowledged({ kind }: Change, { status, headers, text }: HttpResponse): boolean {
	if (kind === "photo") return status === 200 && text.startsWith('{"refused":[],');
	return status === 303 && headers.location === "/auth/my-documents";
}
