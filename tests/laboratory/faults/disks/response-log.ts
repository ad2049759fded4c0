/** Records which documents the server confirms and refuses, to compare them with the stored documents later. */
import { randomUUID } from "node:crypto";
import { ADD_ADDRESS, type Browser, documentForm } from "../../visitors/document-requests";
import type { StoredData } from "../../visitors/stored-documents";

/** "none": the connection ended without a response. */
export type Status = number | "none";

/** Sends documents and records the responses; browsers may share a log. */
export class ResponseLog {
	/** Number of photos of each confirmed document, by document key (`idFile`). */
	readonly confirmed = new Map<string, number>();
	/** Keys of refused or deleted documents. */
	readonly refused = new Set<string>();
	readonly statuses = new Map<Status, number>();

	/** Sends a new document with its photos and records the response. */
	async send(
		browser: Browser,
		photos: readonly Buffer[],
		{ idFile = randomUUID(), description }: { idFile?: string; description?: string } = {},
	): Promise<Status> {
		const reply = await browser.post(ADD_ADDRESS, documentForm(idFile, photos, description));
		if (reply?.status === 303) this.confirmed.set(idFile, photos.length);
		else if (reply) this.refused.add(idFile);
		return this.record(reply?.status ?? "none");
	}

	async delete(browser: Browser, idFile: string): Promise<Status> {
		const reply = await browser.postUrlencoded(`/auth/view-document/${idFile}`, { intent: "delete" });
		if (reply?.status === 303) {
			this.confirmed.delete(idFile);
			this.refused.add(idFile);
		}
		return this.record(reply?.status ?? "none");
	}

	record(status: Status): Status {
		this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
		return status;
	}

	/** Counts responses with a status outside `expected`. */
	countUnexpected(expected: readonly Status[]): number {
		return Array.from(this.statuses).reduce(
			(sum, [status, count]) => sum + (expected.includes(status) ? 0 : count),
			0,
		);
	}

	/** Finds confirmed documents that are missing or incomplete, and refused or deleted documents that exist. */
	compare({ documents }: StoredData): { lost: string[]; unexpected: string[] } {
		const found = new Map(
			documents.flatMap(({ idFile, state }) =>
				state.texts ? [[idFile, state.published.size] as const] : [],
			),
		);
		return {
			lost: Array.from(this.confirmed)
				.filter(([idFile, photos]) => found.get(idFile) !== photos)
				.map(([idFile]) => `confirmado y falta: ${idFile}`),
			unexpected: Array.from(this.refused)
				.filter((idFile) => found.has(idFile))
				.map((idFile) => `rechazado y está: ${idFile}`),
		};
	}

	/** Returns the counts as "180 con 303, 20 con 507". */
	toString(): string {
		return Array.from(this.statuses)
			.sort(([one], [other]) => String(one).localeCompare(String(other)))
			.map(([status, count]) => `${count} ${status === "none" ? "sin respuesta" : `con ${status}`}`)
			.join(", ");
	}
}
