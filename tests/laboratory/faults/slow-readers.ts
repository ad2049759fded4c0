/**
 * Measures the server while clients occupy connections: without a proxy by reading slowly, and through Caddy by not
 * reading at all.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import type { Measurement } from "../figures/measurement";
import { percentile } from "../figures/statistics";
import type { Row } from "../figures/table";
import { type SiteBehindCaddy, startBehindCaddy } from "../servers/behind-caddy";
import { caddyVersion } from "../servers/caddy";
import { addPeople, inDatabase, makeSite } from "../servers/site";
import { type Visits, visitDuring } from "../visitors/page-visits";

const DIRECT = { readers: 300, bytesPerSecond: 3, seconds: 215 };
const PROXIED = { readers: 320, reopened: 20, everySeconds: 30, seconds: 94 };
const ARCHIVE = { photos: 10, photoBytes: 1_600_000 };
const MAX_PAGE_MS = 500;
const PROBE_MS = 250;

/**
 * Requests a large page four times per connection and reads slowly, in Python: unlike Node, it can set a phone's
 * small receive buffer.
 */
const READERS = `
import socket, sys, time
port, readers, each, seconds = map(int, sys.argv[1:])
ask = b"GET /diagrams/4turnos_7dias HTTP/1.1\\r\\nHost: localhost:%d\\r\\n\\r\\n" % port * 4
sockets = []
for _ in range(readers):
    s = socket.socket()
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.connect(("127.0.0.1", port))
    s.sendall(ask)
    s.setblocking(False)
    sockets.append(s)
end = time.time() + seconds
while time.time() < end:
    time.sleep(1)
    for s in sockets:
        try: s.recv(each)
        except OSError: pass
`;

/** Measures slow readers directly and through Caddy. Reports it as a problem when python3 or Caddy is not installed. */
export async function measureSlowReaders(): Promise<Measurement> {
	const hasPython = spawnSync("python3", ["--version"]).status === 0;
	const rows: Row[] = [];
	const problems: string[] = [];
	if (hasPython) rows.push(...(await measureDirect()));
	else problems.push("python3 no está: los lectores lentos sin proxy no se midieron");
	if (caddyVersion()) rows.push(...(await measureProxied()));
	else problems.push("caddy no está: los lectores lentos detrás del proxy no se midieron");
	return { rows, problems };
}

async function measureDirect(): Promise<Row[]> {
	const site = makeSite();
	const [other] = addPeople(site.databasePath, 1);
	if (!other) throw new Error("no person was added");
	const relevo = await site.start();
	// Requests the page once, so that the server sends it to the readers from its cache, without rendering.
	await (await fetch(`http://localhost:${relevo.port}/diagrams/4turnos_7dias`)).text();
	const { readers, bytesPerSecond, seconds } = DIRECT;
	const attack = () =>
		new Promise<void>((resolve) => {
			const settings = [relevo.port, readers, bytesPerSecond, seconds].map(String);
			spawn("python3", ["-c", READERS, ...settings], { stdio: "ignore" }).once("exit", () => resolve());
		});
	const { visits } = await visitDuring(relevo.origin, other, false, attack);
	await relevo.kill();
	site.remove();
	return rowsOf(`${readers} que leen ${bytesPerSecond} bytes por segundo durante ${seconds} s`, visits);
}

async function measureProxied(): Promise<Row[]> {
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
	return rowsOf(`${readers} descargas sin leer detrás del proxy durante ${seconds} s`, visits);
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

function rowsOf(what: string, { times, missed }: Visits): Row[] {
	const row = (name: string, value: number, unit: Row["unit"], atMost: number): Row => ({
		id: "slow",
		what: `${what}: ${name}`,
		figure: `${times.length} páginas`,
		value,
		unit,
		bound: { atMost },
	});
	return [
		row("las páginas de quien llega, p95", percentile(times, 95), "ms", MAX_PAGE_MS),
		row("las que no llegaron", missed, "", 0),
	];
}
