/** A run takes 19 MiB and about 18 ms of one core: more at once would only slow each other and the pages down. */
const MAX_RUNNING = 2;
/** About 200 ms of waiting; beyond, an honest "busy" is kinder than a queue that only grows. */
const MAX_WAITING = 20;

/** What the queue does and has done since the program started. `runs` counts started runs. */
export const passwordWork = { runs: 0, running: 0, waiting: 0 };

/** Too many passwords are being worked on; the route answers 503 with Retry-After. */
export class BusyError extends Error {
	override name = "BusyError";
}

/** Whose password is worked on: places are shared out by the client's address, and among one address's by the account. */
export interface Applicant {
	/** What was typed as e-mail, or the account's. */
	account: string;
	clientAddress: string;
}

interface Waiting {
	clientAddress: string;
	account: string;
	resume: () => void;
	refuse: (error: BusyError) => void;
}

const NOBODY: Applicant = { account: "", clientAddress: "" };
const waiting: Waiting[] = [];
/** Addresses and accounts that were served and have more waiting, the latest last. */
const served = { clientAddress: new Set<string>(), account: new Set<string>() };

/**
 * Runs `work` when one of the two places is free. Places go round among those who wait: first an address's turn, then that
 * of one of its accounts. While 20 wait, whoever has most work waiting gives up the last of it to who comes.
 * @throws BusyError without running it: at once, or when somebody with less work waiting comes
 */
export async function runQueued<Result>(
	work: () => Promise<Result>,
	applicant: Applicant = NOBODY,
): Promise<Result> {
	if (passwordWork.running < MAX_RUNNING) passwordWork.running += 1;
	else await waitForPlace(applicant);
	passwordWork.runs += 1;
	try {
		return await work();
	} finally {
		// A freed place is handed on, not given up: nobody who comes in between can take it first.
		const next = takeNext();
		if (next) next.resume();
		else passwordWork.running -= 1;
	}
}

function waitForPlace({ account, clientAddress }: Applicant): Promise<void> {
	return new Promise((resume, refuse) => {
		waiting.push({ account: account.toLowerCase(), clientAddress, resume, refuse });
		passwordWork.waiting = waiting.length;
		if (waiting.length <= MAX_WAITING) return;
		const [last] = largestGroup(largestGroup(waiting, "clientAddress"), "account").slice(-1);
		if (last) leave(last).refuse(new BusyError());
	});
}

/** Who goes next. */
function takeNext(): Waiting | undefined {
	const [next] = nextGroup(nextGroup(waiting, "clientAddress"), "account");
	if (next) leave(next);
	for (const key of ["clientAddress", "account"] as const) {
		if (next) served[key].delete(next[key]);
		// Whoever has nothing more waiting is new when they come again.
		if (next && waiting.some((one) => one[key] === next[key])) served[key].add(next[key]);
	}
	return next;
}

type Group = "clientAddress" | "account";

/** Those of an address or an account that was served the longest ago, oldest first: never before recently. */
function nextGroup(among: readonly Waiting[], key: Group): Waiting[] {
	const order = Array.from(served[key]);
	const turnOf = (one: Waiting) => order.indexOf(one[key]);
	const [first] = among.toSorted((one, other) => turnOf(one) - turnOf(other));
	return among.filter((one) => one[key] === first?.[key]);
}

/** Those of the address or the account that has most waiting, oldest first; of two alike, of the one that came last. */
function largestGroup(among: readonly Waiting[], key: Group): Waiting[] {
	const sizeOf = (one: Waiting) => among.filter((other) => other[key] === one[key]).length;
	const [first] = among.toReversed().toSorted((one, other) => sizeOf(other) - sizeOf(one));
	return among.filter((one) => one[key] === first?.[key]);
}

function leave(one: Waiting): Waiting {
	waiting.splice(waiting.indexOf(one), 1);
	passwordWork.waiting = waiting.length;
	return one;
}
