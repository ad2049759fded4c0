/** Measures the server under hundreds of clients that send slowly, then under clients that read slowly. */

import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse } from "../../support/server/http-client";
import type { Measurement } from "../figures/measurement";
import { percentile } from "../figures/statistics";
import type { Row } from "../figures/table";
import { addPeople, makeSite, type Person } from "../servers/site";
import { ADD_ADDRESS, Browser, type Field } from "../visitors/document-requests";
import { type Visits, visitDuring } from "../visitors/page-visits";
import { makeNoisyPhotos } from "../visitors/photos";
import { headOf, openSocket, type RawUpload } from "../visitors/raw-upload";
import { measureSlowReaders } from "./slow-readers";

const CLIENTS = 500;
const SECONDS = 40;
const MAX_PAGE_MS = 500;
const TICK_MS = 1000;
/** Longest wait in ms for the response to a normal photo upload while the slow clients are connected. */
const MAX_PHOTO_MS = 60_000;
/** Tolerance for a late disconnection: Node checks its connections only every 5 s, and the machine is busy. */
const TOLERANCE_MS = 7000;

/** A client that sends `start`, then `trickle` every second. The server must disconnect it after `limitMs`. */
interface SlowClientKind {
	what: string;
	start: (port: number, person: Person) => string;
	trickle: string;
	limitMs: number;
	/** Whether the client may wait in the upload queue, where `limitMs` does not apply. */
	isQueued?: boolean;
}

const plain = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 1000 };
const upload = { "Content-Type": "multipart/form-data; boundary=limite", "Content-Length": 10_000_000 };
const photo = '--limite\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
const chunked = { "Content-Type": upload["Content-Type"], "Transfer-Encoding": "chunked" };
/**
 * First chunk of an upload, larger than the part that the server buffers before the route begins to read the upload.
 */
const chunk = `${(photo.length + 100_000).toString(16)}\r\n${photo}${"a".repeat(100_000)}\r\n`;
const postTo = (path: string, headers: RawUpload["headers"]) => (port: number, person: Person) =>
	headOf({ port, path, person, headers });

const kinds: readonly SlowClientKind[] = [
	{
		what: "cabeceras",
		start: () => "GET /home HTTP/1.1\r\nHost: localhost\r\nX-Relleno: ",
		trickle: "a",
		limitMs: 10_000,
	},
	{ what: "formularios", start: postTo("/auth/login", plain), trickle: "a", limitMs: 30_000 },
	{
		// This speed is below 1 KB per second, the server's minimum for uploads.
		what: "fotos de a 100 bytes por segundo",
		start: (port, person) => postTo(ADD_ADDRESS, upload)(port, person) + photo,
		trickle: "a".repeat(100),
		limitMs: 30_000,
	},
	{
		what: "fotos que se callan",
		start: (port, person) => postTo(ADD_ADDRESS, upload)(port, person) + photo,
		trickle: "",
		limitMs: 30_000,
	},
	{
		what: "fotos que se callan después de 100 KB",
		start: (port, person) => postTo(ADD_ADDRESS, chunked)(port, person) + chunk,
		trickle: "",
		limitMs: 30_000,
		isQueued: true,
	},
];

interface SlowClient {
	kind: SlowClientKind;
	socket: Socket;
	startedAt: number;
	/** How long the connection was open, in ms; undefined while it is open. */
	openMs?: number;
}

/**
 * Counts the slow clients that are still connected after their time limit, and measures how fast other people's pages
 * load meanwhile.
 */
export async function measureSlow(): Promise<Measurement> {
	const [image] = await makeNoisyPhotos(1, 600);
	const site = makeSite();
	const [person, other] = addPeople(site.databasePath, 2);
	if (!person || !other || !image) throw new Error("no person was added");
	const relevo = await site.start();
	const { port, origin } = relevo;
	// Warms the server up and opens the connection of `browser`.
	const browser = new Browser(other, port);
	const form: Field[] = [
		["idFile", "11111111-1111-4111-8111-111111111111"],
		["title", "Carné"],
		["description", "Mientras otros van despacio"],
		["images", image],
	];
	await browser.post(ADD_ADDRESS, form);

	const clients: SlowClient[] = [];
	const work = async () => {
		await Promise.all(
			Array.from({ length: CLIENTS }, async (_, index) => {
				const kind = kinds[index % kinds.length];
				if (kind) clients.push(await connectSlowly(kind, port, person));
			}),
		);
		await sleep(TICK_MS);
		const sent = timeOf(() => browser.post(ADD_ADDRESS, form));
		for (let second = 1; second < SECONDS; second++) {
			for (const { socket, kind } of clients) if (socket.writable && kind.trickle) socket.write(kind.trickle);
			await sleep(TICK_MS);
		}
		return sent;
	};
	const { result, visits: existing } = await visitDuring(origin, other, true, () =>
		visitDuring(origin, other, false, work),
	);
	const { result: own, visits: newcomers } = result;
	const overdue = clients.filter(({ openMs, startedAt, kind }) => {
		return !kind.isQueued && (openMs ?? performance.now() - startedAt) > kind.limitMs + TOLERANCE_MS;
	});
	const waiting = clients.filter(({ openMs, kind }) => openMs === undefined && kind.isQueued);
	for (const { socket } of clients) socket.destroy();
	browser.close();
	await relevo.kill();
	site.remove();

	const readers = await measureSlowReaders();
	const late = kinds.map(({ what }) => `${overdue.filter(({ kind }) => kind.what === what).length} ${what}`);
	const early = clients.filter(({ openMs = SECONDS * 1000, kind }) => openMs < kind.limitMs - TICK_MS);
	const visits = (what: string, visits: Visits): Row => {
		const figure = `${visits.times.length} páginas, ${visits.missed} no llegaron`;
		const value = percentile(visits.times, 95);
		return { id: "slow", what, figure, value, unit: "ms", bound: { atMost: MAX_PAGE_MS } };
	};
	return {
		rows: [
			{
				id: "slow",
				what: `${CLIENTS} lentos durante ${SECONDS} s: los que siguen después de su límite`,
				figure: `${early.length} cerrados antes, para hacer lugar; ${waiting.length} esperan su turno`,
				value: overdue.length,
				unit: "",
				bound: { atMost: 0 },
			},
			visits("Las páginas de quien ya estaba, p95", existing),
			visits("Las páginas de quien llega, p95", newcomers),
			{
				id: "slow",
				what: "Segundos que tarda una foto mientras tanto",
				figure: `estado ${own.reply?.status ?? "ninguno"}`,
				value: own.seconds,
				unit: "",
			},
			...readers.rows,
		],
		problems: [`Después de su límite: ${late.join(", ")}`, ...readers.problems],
	};
}

async function timeOf(post: () => Promise<HttpResponse | undefined>) {
	const startedAt = performance.now();
	const reply = await Promise.race([post(), sleep(MAX_PHOTO_MS, undefined)]);
	return { reply, seconds: (performance.now() - startedAt) / 1000 };
}

async function connectSlowly(kind: SlowClientKind, port: number, person: Person): Promise<SlowClient> {
	const socket = await openSocket(port);
	const client: SlowClient = { kind, socket, startedAt: performance.now() };
	socket.resume();
	socket.once("close", () => {
		client.openMs = performance.now() - client.startedAt;
	});
	socket.write(kind.start(port, person));
	return client;
}
