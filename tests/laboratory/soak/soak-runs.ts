/** Runs of two people on one phone, and what became of all that they typed. */
import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import { seededRandom } from "../figures/seeded-random";
import { makeSite, type Site } from "../servers/site";
import type { Press } from "./presses";
import { Signal } from "./signal";
import { ownersOf, PASSWORD, type SoakPerson } from "./soak-people";
import { SoakRun } from "./soak-run";
import { SoakServer } from "./soak-server";

const ARRIVAL_MS = 60_000;

export interface SoakResult {
	runs: number;
	presses: number;
	answered: number;
	receipts: number;
	/** Answered presses without a row. */
	lost: string[];
	doubled: string[];
	/** Rows with somebody who did not type them. */
	foreign: string[];
	/** Words that could be read on the phone by somebody else. */
	readable: string[];
	problems: string[];
	/** Logs of the runs in which something failed. */
	logs: string[];
}

/** Does the runs with the seeds `seed`, `seed + 1` and so on, so that each can be repeated alone. */
export async function soak(
	runs: number,
	seed: number,
	report?: (done: number, total: number) => void,
): Promise<SoakResult> {
	const result: SoakResult = {
		...{ runs: 0, presses: 0, answered: 0, receipts: 0, lost: [], doubled: [], foreign: [] },
		...{ readable: [], problems: [], logs: [] },
	};
	const site = makeSite();
	const passwordHash = await hashPassword(PASSWORD);
	const server = await SoakServer.open(site);
	try {
		for (let number = seed; number < seed + runs; number++) {
			const signal = new Signal(server.port);
			await signal.open();
			const random = seededRandom(number);
			const run = new SoakRun({ site, server, signal, random, number, passwordHash });
			try {
				await run.live();
				await run.finish((person) => untilArrived(site, run, person));
			} catch (error) {
				run.problems.push(error instanceof Error ? error.message : String(error));
			} finally {
				await run.phone.throwAway();
				signal.close();
			}
			collect(site, run, result);
			report?.(result.runs, runs);
		}
	} finally {
		await server.stop();
		site.remove();
	}
	return result;
}

const mustArrive = ({ isAnswered, isDiscarded }: Press) => isAnswered && !isDiscarded;

async function untilArrived(site: Site, { presses }: SoakRun, { id }: SoakPerson): Promise<boolean> {
	const expected = presses.filter((one) => one.owner === id && mustArrive(one));
	const end = performance.now() + ARRIVAL_MS;
	while (!expected.every(({ word }) => ownersOf(site, word).length > 0)) {
		if (performance.now() > end) return false;
		await sleep(100);
	}
	return true;
}

function collect(site: Site, run: SoakRun, result: SoakResult): void {
	const { number } = run.parts;
	const found: Pick<SoakResult, "lost" | "doubled" | "foreign"> = { lost: [], doubled: [], foreign: [] };
	for (const one of run.presses) {
		const owners = ownersOf(site, one.word);
		const name = `corrida ${number}: ${one.word}`;
		if (mustArrive(one) && owners.length === 0) found.lost.push(name);
		if (owners.length > 1) found.doubled.push(name);
		if (owners.some((owner) => owner !== one.owner)) found.foreign.push(name);
	}
	const readable = run.readable.map((one) => `corrida ${number}: ${one}`);
	const problems = run.problems.map((one) => `corrida ${number}: ${one}`);
	result.runs += 1;
	result.presses += run.presses.length;
	result.answered += run.presses.filter(({ isAnswered }) => isAnswered).length;
	result.receipts += run.presses.filter(({ answer }) => answer.includes("/on-this-phone")).length;
	result.lost.push(...found.lost);
	result.doubled.push(...found.doubled);
	result.foreign.push(...found.foreign);
	result.readable.push(...readable);
	result.problems.push(...problems);
	const all = [...Object.values(found).flat(), ...readable, ...problems];
	if (all.length > 0) result.logs.push(`corrida ${number}\n  ${[...run.log, ...all].join("\n  ")}`);
}
