/** Everybody waits already: the route answers 503 with Retry-After. */
export class NoTurnError extends Error {
	override name = "NoTurnError";
}

/**
 * Lets so much work run at once, first come, first served. Work has a weight; what is heavier than all places together
 * is not taken.
 */
export class Turns {
	#free: number;
	readonly #waiting: { weight: number; resume: () => void }[] = [];

	constructor(
		places: number,
		/** How many wait before the next one is refused. */
		private readonly mostWaiting = Number.POSITIVE_INFINITY,
	) {
		this.#free = places;
	}

	/**
	 * Runs `work` when its turn has come.
	 * @throws NoTurnError at once, without running it, while too many are waiting
	 */
	async run<Result>(work: () => Promise<Result>, weight = 1): Promise<Result> {
		if (this.#waiting.length === 0 && this.#free >= weight) this.#free -= weight;
		else await this.#wait(weight);
		try {
			return await work();
		} finally {
			this.#free += weight;
			this.#resumeNext();
		}
	}

	async #wait(weight: number): Promise<void> {
		if (this.#waiting.length >= this.mostWaiting) throw new NoTurnError();
		await new Promise<void>((resume) => this.#waiting.push({ weight, resume }));
	}

	/** Places are taken here and not by those who wake up, so that nobody who comes in between is first. */
	#resumeNext(): void {
		for (let next = this.#waiting[0]; next && next.weight <= this.#free; next = this.#waiting[0]) {
			this.#free -= next.weight;
			this.#waiting.shift();
			next.resume();
		}
	}
}
