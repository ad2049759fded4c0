import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { type SiteBehindCaddy, startBehindCaddy } from "../servers/behind-caddy";
import { inDatabase } from "../servers/site";
import type { Visits } from "../visitors/page-visits";

export const PROXIED = { readers: 320, reopened: 20, everySeconds: 30, seconds: 94 };
const ARCHIVE = { photos: 10, photoBytes: 1_600_000 };
const PROBE_MS = 250;

/** Loads pages through Caddy while connections through it request a large download and read nothing. */
export async function visitBesideUnread(): Promise<Visits> {
	const site = await startBehindCaddy();
	addLargeExport(site);
	const { readers, reopened, everySeconds, seconds } = PROXIED;
	let attackers = Array.from({ length: readers }, () => requestExport(site));
	const visits: Visits = { times: [], missed: 0 };
	const probes: Promise<void>[] = [];
	const end = performance.now() + seconds * 1000;
	let nextReopening = performance.now() + everySeconds * 1000;
	while (performance.now() < end) {
		if (performance.now() > nextReopening) {
			nextReopening += everySeconds * 1000;
			for (const socket of attackers.slice(0, reopened)) socket.destroy();
			attackers = [
				...attackers.slice(reopened),
				...Array.from({ length: reopened }, () => requestExport(site)),
			];
		}
		probes.push(probe(site, visits));
		await sleep(PROBE_MS);
	}
	await Promise.all(probes);
	for (const socket of attackers) socket.destroy();
	await site.relevo.kill();
	await site.caddy.stop();
	site.remove();
	return visits;
}

/** Adds ten incompressible photos, so that the export of the person's data has 16 MB. */
function addLargeExport({ databasePath, uploads, person }: SiteBehindCaddy): void {
	mkdirSync(uploads, { recursive: true });
	const idFile = randomUUID();
	inDatabase(databasePath, (file) => {
		const { lastInsertRowid } = file
			.prepare(
				"INSERT INTO documents (user_id, id_file, title, description, created_at) VALUES (?, ?, 'Carné', 'x', 1)",
			)
			.run(person.id, idFile);
		const add = file.prepare(
			"INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position) VALUES (?, ?, ?, ?, ?, 1600, 1200, ?, 1, ?)",
		);
		for (let position = 0; position < ARCHIVE.photos; position++) {
			const [id, sha256] = [randomUUID(), randomBytes(32).toString("hex")];
			add.run(id, person.id, idFile, lastInsertRowid, sha256, ARCHIVE.photoBytes, position);
			writeFileSync(join(uploads, `${id}-1600.webp`), randomBytes(ARCHIVE.photoBytes));
		}
	});
}

function requestExport({ origin, caddy, person }: SiteBehindCaddy): TLSSocket {
	const { port, host, hostname } = new URL(origin);
	const options = { host: "127.0.0.1", port: Number(port), servername: hostname, ca: caddy.authority };
	const socket = connect(options, () => {
		socket.write(`GET /auth/export HTTP/1.1\r\nHost: ${host}\r\nCookie: __Host-${person.cookie}\r\n\r\n`);
	});
	socket.on("error", () => {});
	socket.pause();
	return socket;
}

/** Loads a page over a new connection through the proxy and adds the load time to `visits`. */
function probe({ origin, caddy, other }: SiteBehindCaddy, visits: Visits): Promise<void> {
	const { port, host, hostname } = new URL(origin);
	const startedAt = performance.now();
	return new Promise((resolve) => {
		const note = (status: number) => {
			visits.times.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
			if (status !== 200) visits.missed++;
			resolve();
		};
		const options = {
			host: "127.0.0.1",
			port,
			servername: hostname,
			ca: caddy.authority,
			agent: false,
			path: `/about?x=${visits.times.length}`,
			headers: { host, cookie: `__Host-${other.cookie}` },
			timeout: 30_000,
		};
		const sent = request(options, (response) => {
			response.resume();
			response.once("error", () => note(0));
			response.once("end", () => note(response.statusCode ?? 0));
		});
		sent.once("timeout", () => sent.destroy());
		sent.once("error", () => note(0));
		sent.end();
	});
}
