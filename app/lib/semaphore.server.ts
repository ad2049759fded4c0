/** Everybody waits already: the route answers 503 with Retry-After. */
export class NoTurnError extends Error {
	override name = "NoTurnError";
}

interface Waiting {
	weight: number;
	whose: string | undefined;
	resume: () => void;
}

/**
 * Lets so much work run at once, first come, first served. Work has a weight; what is heavier than all places together
 * is not taken.
 */
export class Turns {
	#free: number;
	readonly #waiting: Waiting[] = [];
	/** How many places each person has taken. */
	readonly #taken = new Map<string, number>();

	constructor(
		places: number,
		/** How many wait before the next one is refused. */
		private readonly mostWaiting = Number.POSITIVE_INFINITY,
		/** How many places one person's work takes at once: others go before the rest of it. */
		private readonly mostOfOne = Number.POSITIVE_INFINITY,
	) {
		this.#free = places;
	}

	/** How many wait now. */
	get waiting(): number {
		return this.#waiting.length;
	}

	/**
	 * Runs `work` when its turn has come.
	 * @param whose whom it is for; without it, nobody's
	 * @throws NoTurnError at once, without running it, while too many are waiting
	 */
	async run<Result>(work: () => Promise<Result>, weight = 1, whose?: string): Promise<Result> {
		await this.#wait(weight, whose);
		try {
			return await work();
		} finally {
			this.#take(-weight, whose);
			this.#resumeNext();
		}
	}

	#wait(weight: number, whose: string | undefined): Promise<void> {
		return new Promise((resume, reject) => {
			const mine = { weight, whose, resume };
			this.#waiting.push(mine);
			this.#resumeNext();
			if (this.#waiting.length <= this.mostWaiting || this.#waiting.at(-1) !== mine) return;
			this.#waiting.pop();
			reject(new NoTurnError());
		});
	}

	/** Places are taken here and not by those who wake up, so that nobody who comes in between is first. */
	#resumeNext(): void {
		for (const next of this.#waiting.slice()) {
			const { weight, whose, resume } = next;
			if (this.#takenBy(whose) + weight > this.mostOfOne) continue;
			if (weight > this.#free) return;
			this.#waiting.splice(this.#waiting.indexOf(next), 1);
			this.#take(weight, whose);
			resume();
		}
	}

	#take(weight: number, whose: string | undefined): void {
		this.#free -= weight;
		if (whose === undefined) return;
		const taken = this.#takenBy(whose) + weight;
		if (taken > 0) this.#taken.set(whose, taken);
		else this.#taken.delete(whose);
	}

	#takenBy(whose: string | undefined): number {
		return whose === undefined ? 0 : (this.#taken.get(whose) ?? 0);
	}
}
