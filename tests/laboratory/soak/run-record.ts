/** The people and the phone of a run, what is drawn, and what is seen. */
import type { Site } from "../servers/site";
import type { Press } from "./presses";
import { type Mode, modes, type Signal } from "./signal";
import { addPerson, type SoakPerson } from "./soak-people";
import { SoakPhone } from "./soak-phone";
import type { SoakServer } from "./soak-server";

export interface RunParts {
	site: Site;
	server: SoakServer;
	signal: Signal;
	random: () => number;
	/** Number of the run, for names of people that occur nowhere else. */
	number: number;
	passwordHash: string;
}

export class RunRecord {
	readonly phone: SoakPhone;
	readonly people: readonly [SoakPerson, SoakPerson];
	readonly presses: Press[] = [];
	readonly log: string[] = [];
	/** Words of somebody that others or nobody could read on the phone. */
	readonly readable: string[] = [];
	readonly problems: string[] = [];
	readonly #startedAt = performance.now();

	constructor(readonly parts: RunParts) {
		const { site, signal, number, passwordHash } = parts;
		this.phone = new SoakPhone(signal.origin);
		this.people = [
			addPerson(site, `Zoraida Q${number}A`, passwordHash),
			addPerson(site, `Zenobia Q${number}B`, passwordHash),
		];
	}

	/** Looks for the words of somebody who is not signed in. */
	protected async search({ name, words }: SoakPerson, when: string): Promise<void> {
		const found = await this.phone.find(words).catch(async () => {
			// The worker's own page is always there.
			await this.phone.open("/on-this-phone");
			return this.phone.find(words).catch((error: unknown) => [`no se pudo buscar: ${error}`]);
		});
		if (found.length > 0) this.readable.push(`${when} se lee ${found.join(", ")}`);
		if (found.length > 0) this.note(`se lee de ${name}: ${found.join(", ")}`);
	}

	protected compare(shown: string, person: SoakPerson): void {
		const found = this.other(person).words.filter((word) => shown.includes(word));
		if (found.length > 0) this.readable.push(`${person.name} ve ${found.join(", ")}`);
	}

	protected other(person: SoakPerson): SoakPerson {
		return person === this.people[0] ? this.people[1] : this.people[0];
	}

	protected draw(count: number): number {
		return Math.floor(this.parts.random() * count);
	}

	protected mode(): Mode {
		return this.parts.random() < 0.35 ? "up" : (modes[this.draw(modes.length)] ?? "up");
	}

	note(text: string): void {
		this.log.push(`${((performance.now() - this.#startedAt) / 1000).toFixed(1)} s ${text}`);
	}
}
