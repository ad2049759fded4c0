/** Thrown when the queue is full. The route then responds 503 with Retry-After. */
export class QueueFullError extends Error {
	override name = "QueueFullError";
}

interface Limits {
	/** Maximum number of permits that the running jobs have together. A job takes one permit by default. */
	permits: number;
	/** Maximum number of waiting jobs; unlimited by default. */
	maxWaiting?: number;
	/**
	 * Maximum permits per holder, such as a user. A job beyond this limit waits, and jobs of other holders start
	 * before it.
	 */
	maxPermitsPerHolder?: number;
	/**
	 * Lighter jobs start before heavier ones, but after this many a heavier one has its turn. With 0, the default,
	 * weights do not change the order.
	 */
	maxOvertakings?: number;
}

interface Job {
	/** Permits that a job takes; 1 by default. */
	weight: number;
	holder?: string;
	/**
	 * Keys of the groups to which the job belongs, from the largest group to the smallest, such as client address and
	 * account. Groups take turns; within a group jobs start in order.
	 */
	fairKeys: readonly string[];
}

interface WaitingJob extends Job {
	resume: () => void;
	refuse: (error: QueueFullError) => void;
}

/** A semaphore with weights and a bounded, fair queue. While the next job lacks permits, no later job starts. */
export class Semaphore {
	readonly #limits: Required<Limits>;
	#free: number;
	#runs = 0;
	#running = 0;
	/** Number of jobs that have started before a heavier waiting one since a heavier one last started. */
	#overtakings = 0;
	readonly #waiting: WaitingJob[] = [];
	readonly #permitsOf = new Map<string, number>();
	/**
	 * One set of groups per position in `fairKeys`: for example, client addresses in the first set, and accounts in the
	 * second. A set contains the groups that have started a job and still have waiting jobs. The group whose last start
	 * is longest ago comes first.
	 */
	readonly #served: Set<string>[] = [];

	constructor(limits: Limits) {
		this.#limits = { maxWaiting: Infinity, maxPermitsPerHolder: Infinity, maxOvertakings: 0, ...limits };
		this.#free = limits.permits;
	}

	/** State of the queue; `runs` counts all started jobs. */
	get usage(): { runs: number; running: number; waiting: number } {
		return { runs: this.#runs, running: this.#running, waiting: this.#waiting.length };
	}

	/**
	 * Runs `work` when enough permits are free. If the queue is full, refuses one waiting job: the newest job of the
	 * group (see `fairKeys`) with the most waiting jobs. If several groups have the most, refuses the newest of their
	 * jobs.
	 * @throws QueueFullError when the job is refused; `work` never runs
	 */
	async run<Result>(work: () => Promise<Result>, options: Partial<Job> = {}): Promise<Result> {
		const job: Job = { weight: 1, fairKeys: [], ...options };
		await new Promise<void>((resume, refuse) => {
			this.#waiting.push({ ...job, resume, refuse });
			this.#startNext();
			if (this.#waiting.length > this.#limits.maxWaiting) this.#refuseOne();
		});
		try {
			return await work();
		} finally {
			this.#running -= 1;
			this.#take(job, -1);
			this.#startNext();
		}
	}

	#startNext(): void {
		for (let next = this.#next(); next && next.weight <= this.#free; next = this.#next()) {
			this.#leave(next);
			this.#noteServed(next);
			this.#overtakings = this.#waiting.some(({ weight }) => weight > next.weight)
				? this.#overtakings + 1
				: 0;
			this.#take(next, 1);
			this.#runs += 1;
			this.#running += 1;
			next.resume();
		}
	}

	#next(): WaitingJob | undefined {
		const { maxPermitsPerHolder, maxOvertakings } = this.#limits;
		let jobs = this.#waiting.filter((job) => this.#heldBy(job) + job.weight <= maxPermitsPerHolder);
		if (maxOvertakings > 0) jobs = ofWeight(jobs, this.#overtakings < maxOvertakings ? Math.min : Math.max);
		for (let level = 0; hasLevel(jobs, level); level++) {
			const order = Array.from(this.#served[level] ?? []);
			const rankOf = (job: Job) => order.indexOf(keyOf(job, level));
			jobs = groupOfFirst(
				jobs.toSorted((one, other) => rankOf(one) - rankOf(other)),
				level,
			);
		}
		return jobs[0];
	}

	#refuseOne(): void {
		let jobs = this.#waiting.toReversed();
		for (let level = 0; hasLevel(jobs, level); level++) {
			const sizeOf = (job: Job) => jobs.filter((other) => keyOf(other, level) === keyOf(job, level)).length;
			jobs = groupOfFirst(
				jobs.toSorted((one, other) => sizeOf(other) - sizeOf(one)),
				level,
			);
		}
		const [last] = jobs;
		if (!last) return;
		this.#leave(last);
		last.refuse(new QueueFullError());
		this.#startNext();
	}

	/**
	 * Records in `#served` that each group of the started job has had its turn: puts the group at the end of its set,
	 * or removes the group if it has no waiting jobs.
	 */
	#noteServed(job: WaitingJob): void {
		job.fairKeys.forEach((key, level) => {
			this.#served[level] ??= new Set();
			this.#served[level].delete(key);
			if (this.#waiting.some((other) => keyOf(other, level) === key)) this.#served[level].add(key);
		});
	}

	#leave(job: WaitingJob): void {
		this.#waiting.splice(this.#waiting.indexOf(job), 1);
	}

	#take(job: Job, sign: 1 | -1): void {
		this.#free -= sign * job.weight;
		if (job.holder === undefined) return;
		const held = this.#heldBy(job) + sign * job.weight;
		if (held > 0) this.#permitsOf.set(job.holder, held);
		else this.#permitsOf.delete(job.holder);
	}

	#heldBy({ holder }: Job): number {
		return holder === undefined ? 0 : (this.#permitsOf.get(holder) ?? 0);
	}
}

/** Returns the lightest or heaviest jobs. */
function ofWeight(jobs: readonly WaitingJob[], choose: (...weights: number[]) => number): WaitingJob[] {
	const chosen = choose(...jobs.map(({ weight }) => weight));
	return jobs.filter(({ weight }) => weight === chosen);
}

function keyOf({ fairKeys }: Job, level: number): string {
	return fairKeys[level] ?? "";
}

function hasLevel(jobs: readonly Job[], level: number): boolean {
	return jobs.some(({ fairKeys }) => level < fairKeys.length);
}

/** Returns the jobs whose key at the index `level` of `fairKeys` equals the key of the first job. */
function groupOfFirst(jobs: readonly WaitingJob[], level: number): WaitingJob[] {
	const [first] = jobs;
	return first ? jobs.filter((job) => keyOf(job, level) === keyOf(first, level)) : [];
}
