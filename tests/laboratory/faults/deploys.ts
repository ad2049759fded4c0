import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../support/server/ports.mjs";
import type { Measurement } from "../figures/measurement";
import { seededRandom } from "../figures/seeded-random";
import { numberText, type Row } from "../figures/table";
import { caddyVersion, startCaddy } from "../servers/caddy";
import { startRelevo } from "../servers/programs";
import { addPeople, makeSite } from "../servers/site";
import { BusyPerson } from "../visitors/busy-person";
import { makeSmallPhotos } from "../visitors/photos";
import { checkStoredDocuments, type KillsResult } from "./kills";

const PEOPLE = 4;
/** Browser windows per person. Each window edits its own documents. */
const WINDOWS = 2;
const PHOTOS = 14;
/** Maximum delay in ms before each stop of the server. The delays are random, so that stops hit different moments. */
const MAX_STOP_DELAY_MS = 400;
/** Number of responses that the test awaits before each deploy. */
const RESPONSES_BETWEEN = PEOPLE * WINDOWS;
/** Pause before a retry after a failed request. */
const RETRY_MS = 20;
/** Longest wait in ms for the responses before a deploy, enough for a busy machine. Then the deploy begins. */
const MAX_WAIT_MS = 60_000;
const STOP_MS = 20_000;
const NO_RESPONSE = "sin respuesta";

export interface DeploysResult extends Pick<KillsResult, "lost" | "damage" | "dangling" | "wrong"> {
	acknowledged: number;
	problems: string[];
	/** Number of requests that were refused, cut off, or answered 502 by the proxy, while the server was replaced. */
	refused: number;
	longestStopMs: number;
	/** Longest time in which nobody received a response. */
	longestGapMs: number;
}

/**
 * Replaces the server repeatedly under load, then checks the documents.
 * @param behindProxy whether requests go through Caddy, which must be installed, as configured in deploy/
 */
export async function deployRepeatedly(
	deploys: number,
	seed: number,
	behindProxy: boolean,
): Promise<DeploysResult> {
	const site = makeSite();
	const random = seededRandom(seed);
	const photos = await makeSmallPhotos(PHOTOS);
	const busyPeople = addPeople(site.databasePath, PEOPLE).flatMap((person) =>
		Array.from({ length: WINDOWS }, () => new BusyPerson(person, photos, random)),
	);
	const result: DeploysResult = {
		...noFailures(),
		acknowledged: 0,
		refused: 0,
		longestStopMs: 0,
		longestGapMs: 0,
	};
	const port = await freePort();
	const publicPort = behindProxy ? await freePort() : port;
	const origin = `http://localhost:${publicPort}`;
	const settings = { ...site.settings, PORT: String(port), APP_URL: origin };
	const caddy = behindProxy ? await startCaddy(origin, port) : undefined;
	let relevo = await startRelevo(settings);

	// While the server is being replaced, the end of the replacement is still to come.
	let [isOver, replacedAt, lastResponse, responses] = [false, 0, performance.now(), 0];
	const count = () => {
		result.longestGapMs = Math.max(result.longestGapMs, performance.now() - lastResponse);
		lastResponse = performance.now();
		responses++;
	};
	const work = busyPeople.map(async (busyPerson) => {
		while (!isOver) {
			let sentAt = performance.now();
			const countAndSendNext = () => {
				count();
				sentAt = performance.now();
			};
			await busyPerson.work(publicPort, countAndSendNext, () => isOver);
			const { unanswered, problems } = busyPerson;
			if (!unanswered) break;
			const problem = problems.pop() ?? `${unanswered.change.kind}: ${NO_RESPONSE}`;
			// Only a request that was sent before the new server has answered some may end without a response or with
			// status 502. The proxy tells some of them a moment later.
			if (sentAt > replacedAt || !(problem.includes(": 502 ") || problem.endsWith(NO_RESPONSE))) {
				problems.push(problem);
				break;
			}
			result.refused++;
			await sleep(RETRY_MS);
		}
	});
	for (let round = 0; round < deploys; round++) {
		await waitForResponses(() => responses, RESPONSES_BETWEEN);
		replacedAt = performance.now();
		await sleep(random() * MAX_STOP_DELAY_MS);
		replacedAt = Number.POSITIVE_INFINITY;
		const startedAt = performance.now();
		const stopped = relevo.stop().then(() => performance.now() - startedAt);
		const next = startRelevo(settings);
		result.longestStopMs = Math.max(result.longestStopMs, await stopped);
		relevo = await next;
	}
	await waitForResponses(() => responses, RESPONSES_BETWEEN);
	isOver = true;
	await Promise.all(work);
	checkStoredDocuments(site, photos, busyPeople, result);
	result.acknowledged = busyPeople.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
	result.problems = busyPeople.flatMap(({ problems }) => problems);
	await relevo.stop();
	await caddy?.stop();
	site.remove();
	return result;
}

/** Measures deploys over direct connections and, if installed, through Caddy, which delays requests during a restart. */
export async function measureDeploys(deploys: number, seed: number): Promise<Measurement> {
	const rows: Row[] = [];
	const problems: string[] = [];
	const version = caddyVersion();
	for (const behindProxy of version ? [false, true] : [false]) {
		const result = await deployRepeatedly(deploys, seed, behindProxy);
		rows.push(...rowsOf(deploys, result, behindProxy ? `detrás de Caddy ${version}` : "sin proxy"));
		problems.push(...result.lost, ...result.problems, ...result.damage, ...result.dangling, ...result.wrong);
	}
	if (!version) problems.push("caddy no está: las actualizaciones detrás de Caddy no se midieron");
	return { rows, problems };
}

function rowsOf(deploys: number, result: DeploysResult, where: string): Row[] {
	const row = (what: string, value: number, unit: Row["unit"], bound?: Row["bound"], figure = ""): Row => {
		return { id: "deploys", what, figure, value, unit, bound };
	};
	const confirmed = `${numberText(result.acknowledged)} confirmados`;
	const damaged = [result.damage, result.dangling, result.wrong].flat().length;
	const none = { atMost: 0 };
	return [
		row(
			`${deploys} versiones nuevas ${where}: documentos que no son lo confirmado`,
			result.lost.length,
			"",
			none,
			confirmed,
		),
		row("Daños en la base o en los archivos", damaged, "", none),
		row("Respuestas 5xx o que nadie espera, o ninguna, fuera del cambio", result.problems.length, "", none),
		row("Pedidos que durante el cambio no encontraron a nadie", result.refused, ""),
		row("La parada más larga", result.longestStopMs, "ms", { atMost: STOP_MS }),
		row("Lo más que nadie tuvo respuesta", result.longestGapMs, "ms"),
	];
}

function noFailures() {
	const none = (): string[] => [];
	return { lost: none(), damage: none(), dangling: none(), wrong: none(), problems: none() };
}

async function waitForResponses(count: () => number, more: number): Promise<void> {
	const [goal, end] = [count() + more, performance.now() + MAX_WAIT_MS];
	while (count() < goal && performance.now() < end) await sleep(5);
}
