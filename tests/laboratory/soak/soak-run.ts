/** One run: two people take turns at one phone, while signal, server and browser fail at drawn moments. */
import { setTimeout as sleep } from "node:timers/promises";
import { todayIn } from "../../support/texts/today";
import { type FormKind, fill, fillingOf, isSafe, press } from "./presses";
import { RunRecord } from "./run-record";
import type { Mode } from "./signal";
import { endSessions, type Leaving, type SoakPerson, signIn, signOut } from "./soak-people";
import { FIRST_READY_MS, READY_MS } from "./soak-phone";

const MAX_STEPS = 4;
/** Longest wait for the answer to a press: the worker's patience, and some more. */
const ANSWER_MS = 6000;

export class SoakRun extends RunRecord {
	#turn = 0;
	/** Who is signed in, as far as is known. */
	#current: SoakPerson | undefined;
	/** Whose pages the phone may keep. */
	#remembered: SoakPerson | undefined;
	#hadSlip = new Set<string>();

	/** Does the drawn steps. */
	async live(): Promise<void> {
		await this.phone.switchOn();
		await this.#begin(this.people[0]);
		const steps = 2 + this.draw(MAX_STEPS - 1);
		for (let step = 0; step < steps; step++) {
			const drawn = this.parts.random();
			if (drawn < 0.66 || step === 0) await this.#typeSomething();
			else if (drawn < 0.76) await this.#leave(this.mode());
			else if (drawn < 0.86) await this.#hand();
			else if (drawn < 0.93) this.#endSession();
			else await this.#killPhone();
		}
	}

	/** Signs a person in, so that what waits can go out. */
	async #begin(person: SoakPerson): Promise<void> {
		if (this.#current) await this.#leave("up");
		this.parts.signal.set("up");
		await this.parts.server.whenUp();
		if (!(await this.#signIn(person)))
			throw new Error(`${person.name} no pudo ingresar: ${this.phone.page.url()}`);
		this.#current = person;
		this.#remembered = person;
		let isReady = await this.phone.untilReady(FIRST_READY_MS);
		if (!isReady) {
			this.note("el teléfono no se llenó con la primera página");
			await this.phone.open("/auth/my-account");
			isReady = await this.phone.untilReady(READY_MS);
		}
		this.note(`${person.name} ingresó`);
		if (!isReady) this.problems.push(`el teléfono no se llenó: ${(await this.phone.state()).known}`);
		await this.search(this.other(person), "con otra persona");
	}

	async #signIn(person: SoakPerson): Promise<boolean> {
		if (await signIn(this.phone, person)) return true;
		// The session of the other person may have survived.
		await signOut(this.phone, "keep");
		return signIn(this.phone, person);
	}

	async #typeSomething(): Promise<void> {
		const { signal, random } = this.parts;
		// Without a session it is still the form of whom the phone remembers.
		const person = this.#remembered;
		if (!person) return;
		const kind = this.#kind(person);
		const word = this.#word(person, kind);
		const filling = fillingOf(kind, word, todayIn("America/Argentina/Buenos_Aires"), this.#turn++);
		const [opening, sending] = [this.mode(), this.mode()];
		const isLive = random() < 0.5;
		const [killing, delay] = [random(), random() * 400];
		signal.set(opening);
		const shown = await this.phone.open(filling.path);
		this.compare(shown, person);
		if (isLive && opening === "up") await this.phone.untilHydrated();
		if (!(await fill(this.phone, filling).catch(() => false))) {
			this.note(
				`${word}: con ${opening} no hay formulario sino ${this.phone.page.url()} ${shown.slice(0, 80)}`,
			);
			return;
		}
		signal.set(sending);
		const [posts, arrived] = [this.phone.posts.length, signal.arrived.length];
		const fate = killing < 0.12 ? "teléfono" : killing < 0.24 ? "servidor" : undefined;
		const end =
			fate && sleep(delay).then(() => (fate === "teléfono" ? this.#killPhone() : this.#killServer()));
		const answer = await this.phone
			.answerTo(() => press(this.phone, filling), fate === "teléfono" ? delay : ANSWER_MS)
			.catch(() => "");
		this.presses.push({
			kind,
			owner: person.id,
			word,
			answer,
			isAnswered: isSafe(answer),
			isDiscarded: false,
		});
		await end;
		const left = this.phone.posts.length > posts ? "salió" : "no salió";
		const reached = signal.arrived.length > arrived ? "llegó" : "no llegó";
		this.note(
			`${word} de ${person.name}: abre con ${opening}, manda con ${sending}${fate ? `, muere el ${fate}` : ""}: POST ${left} de la página y ${reached} al servidor; respuesta ${answer || "ninguna"}`,
		);
	}

	#word(person: SoakPerson, kind: FormKind): string {
		const number = this.parts.number * 100 + this.#turn;
		// The only text of a slip is an amount, of nine digits at most.
		const word = kind === "slip" ? String(1_000_000 + (number % 900_000_000)) : `Cuchara${number}x`;
		if (kind !== "slip") person.words.push(word);
		return word;
	}

	#kind(person: SoakPerson): FormKind {
		const drawn = this.parts.random();
		if (drawn < 0.6) return "extra";
		if (drawn < 0.8 || this.#hadSlip.has(person.id)) return "days";
		// A month has one slip, so that a second one would replace the first.
		this.#hadSlip.add(person.id);
		return "slip";
	}

	/** Signs out, perhaps without signal, and looks for what stays readable. */
	async #leave(mode: Mode): Promise<void> {
		const person = this.#current;
		if (!person) return;
		const drawn = this.parts.random();
		const leaving: Leaving = drawn < 0.4 ? "keep" : drawn < 0.8 ? "send" : "discard";
		this.parts.signal.set(mode);
		const left = await signOut(this.phone, leaving).catch((error: unknown) => String(error));
		this.note(`${person.name} cierra sesión con ${mode}: ${left}${left === "asked" ? ` (${leaving})` : ""}`);
		if (left !== "out" && left !== "asked") return;
		this.#current = undefined;
		this.#remembered = undefined;
		if (left === "asked" && leaving === "discard")
			for (const one of this.presses) if (one.owner === person.id) one.isDiscarded = true;
		await this.search(person, "después de cerrar sesión");
	}

	/** Gives the phone to the other person, with or without a sign-out. */
	async #hand(): Promise<void> {
		const next = this.#current ? this.other(this.#current) : this.people[this.draw(2)];
		if (this.parts.random() < 0.5) await this.#leave(this.mode());
		else if (this.#current) this.#endSession();
		if (next) await this.#begin(next);
	}

	#endSession(): void {
		if (!this.#current) return;
		endSessions(this.parts.site, this.#current);
		this.note(`terminó la sesión de ${this.#current.name}`);
		this.#current = undefined;
	}

	async #killPhone(): Promise<void> {
		await this.phone.kill();
		await this.phone.switchOn();
		// A browser writes its cookies to the disk only every half minute, so that the session may be lost.
		this.#current = undefined;
		this.note("murió el teléfono y volvió");
	}

	async #killServer(): Promise<void> {
		await this.parts.server.kill();
		this.note("murió el servidor y vuelve");
	}

	/** With signal, each person signs in again, waits until all is sent, and signs out. */
	async finish(hasArrived: (person: SoakPerson) => Promise<boolean>): Promise<void> {
		const people = this.parts.random() < 0.5 ? this.people : [this.people[1], this.people[0]];
		for (const person of people) {
			if (!this.presses.some(({ owner }) => owner === person.id)) continue;
			if (this.#current !== person || !(await this.#isSignedIn(person))) {
				if (this.#current) await this.#leave("up");
				await this.#begin(person);
			}
			this.parts.signal.set("up");
			await this.phone.open("/auth/my-account");
			if (!(await hasArrived(person))) this.note(`${person.name}: no llegó todo`);
			await this.#leave("up");
		}
		// Who has typed nothing may still be signed in.
		if (this.#current) await this.#leave("up");
		await sleep(100);
		for (const person of this.people) await this.search(person, "al final");
	}

	async #isSignedIn({ name }: SoakPerson): Promise<boolean> {
		this.parts.signal.set("up");
		await this.parts.server.whenUp();
		await this.phone.open("/auth/my-account");
		return this.phone.page.content().then(
			(html) => html.includes(name),
			() => false,
		);
	}
}
