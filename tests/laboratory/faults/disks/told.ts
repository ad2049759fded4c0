/** What people were told of the documents that they sent, against what is there afterwards. */
import { randomUUID } from "node:crypto";
import { ADD_ADDRESS, type Browser, documentForm } from "../../visitors/document-requests";
import type { Kept } from "../../visitors/kept-documents";

/** How the server answered a form. "none": the connection ended without an answer. */
export type Answer = number | "none";

/** Sends documents, each of its own, and remembers the answers. Several browsers may share one. */
export class Told {
	/** Photos that each confirmed document was sent with, by its idFile. */
	readonly confirmed = new Map<string, number>();
	/** The idFiles of those that must not be there: answered with anything else, or deleted. */
	readonly refused = new Set<string>();
	readonly answers = new Map<Answer, number>();

	/** Sends a new document, its photos with it, and waits for the answer. */
	async send(
		browser: Browser,
		photos: readonly Buffer[],
		{ idFile = randomUUID(), description }: { idFile?: string; description?: string } = {},
	): Promise<Answer> {
		const reply = await browser.post(ADD_ADDRESS, documentForm(idFile, photos, description));
		if (reply?.status === 303) this.confirmed.set(idFile, photos.length);
		else if (reply) this.refused.add(idFile);
		return this.count(reply?.status ?? "none");
	}

	/** Deletes one that was confirmed. */
	async delete(browser: Browser, idFile: string): Promise<Answer> {
		const reply = await browser.postPlain(`/auth/view-document/${idFile}`, { intent: "delete" });
		if (reply?.status === 303) {
			this.confirmed.delete(idFile);
			this.refused.add(idFile);
		}
		return this.count(reply?.status ?? "none");
	}

	/** Remembers the answer to something else. */
	count(answer: Answer): Answer {
		this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
		return answer;
	}

	/** How many answers were others than these. */
	countOthers(expected: readonly Answer[]): number {
		return Array.from(this.answers).reduce(
			(sum, [answer, count]) => sum + (expected.includes(answer) ? 0 : count),
			0,
		);
	}

	/** Confirmed documents that are not there with all their photos, and refused or deleted ones that are. */
	compare({ documents }: Kept): { lost: string[]; unexpected: string[] } {
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

	/** "180 con 303, 20 con 507". */
	toString(): string {
		return Array.from(this.answers)
			.sort(([one], [other]) => String(one).localeCompare(String(other)))
			.map(([answer, count]) => `${count} ${answer === "none" ? "sin respuesta" : `con ${answer}`}`)
			.join(", ");
	}
}
