/**
 * Measures the server while clients occupy connections: without a proxy by reading slowly, and through Caddy by not
 * reading at all.
 */
import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../figures/measurement";
import { percentile } from "../figures/statistics";
import type { Row } from "../figures/table";
import { caddyVersion } from "../servers/caddy";
import { addPeople, makeSite } from "../servers/site";
import { type Visits, visitDuring } from "../visitors/page-visits";
import { PROXIED, visitBesideUnread } from "./unread-downloads";

/**
 * Attacks without a proxy. `before`: newcomers that were refused while an address lost connections only above a quarter
 * of all.
 */
const DIRECT = [
	{ addresses: 1, pauseMs: 1000, reopenMs: 0, seconds: 215, before: "0 de 2.056" },
	{ addresses: 4, pauseMs: 300, reopenMs: 25_000, seconds: 80, before: "215 de 786" },
	{ addresses: 64, pauseMs: 300, reopenMs: 25_000, seconds: 80, before: "252 de 763" },
] as const;
const READERS = 300;
const BYTES = 3;
/** Time in ms after which no newcomer may be refused. */
const SETTLED_MS = 5000;
const MAX_PAGE_MS = 500;

/**
 * Requests a large page four times per connection and reads slowly, in Python: unlike Node, it can set a phone's
 * small receive buffer. Each client address is of another network of this machine.
 */
const PROGRAM = `
import socket, sys, time
port, readers, each, addresses, pause, reopen = map(int, sys.argv[1:])
ask = b"GET /diagrams/4turnos_7dias HTTP/1.1\\r\\nHost: localhost:%d\\r\\n\\r\\n" % port * 4
def begin(index):
    s = socket.socket()
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    if addresses > 1: s.bind(("127.0.%d.1" % (1 + index % addresses), 0))
    try:
        s.connect(("127.0.0.1", port))
        s.sendall(ask)
    except OSError: pass
    s.setblocking(False)
    return s
while True:
    sockets = [begin(index) for index in range(readers)]
    end = time.time() + reopen / 1000
    while not reopen or time.time() < end:
        time.sleep(pause / 1000)
        for s in sockets:
            try: s.recv(each)
            except OSError: pass
    for s in sockets: s.close()
`;

/** Measures slow readers directly and through Caddy. Reports it as a problem when python3 or Caddy is not installed. */
export async function measureSlowReaders(): Promise<Measurement> {
	const hasPython = spawnSync("python3", ["--version"]).status === 0;
	const rows: Row[] = [];
	const problems: string[] = [];
	if (hasPython) for (const attack of DIRECT) rows.push(...(await measureDirect(attack)));
	else problems.push("python3 no está: los lectores lentos sin proxy no se midieron");
	if (caddyVersion()) {
		const what = `${PROXIED.readers} descargas sin leer detrás del proxy durante ${PROXIED.seconds} s`;
		rows.push(...rowsOf(what, await visitBesideUnread()));
	} else problems.push("caddy no está: los lectores lentos detrás del proxy no se midieron");
	return { rows, problems };
}

async function measureDirect(attack: (typeof DIRECT)[number]): Promise<Row[]> {
	const site = makeSite();
	const [other] = addPeople(site.databasePath, 1);
	if (!other) throw new Error("no person was added");
	const relevo = await site.start();
	// Requests the page once, so that the server sends it to the readers from its cache, without rendering.
	await (await fetch(`http://localhost:${relevo.port}/diagrams/4turnos_7dias`)).text();
	const { addresses, pauseMs, reopenMs, seconds, before } = attack;
	const settings = [relevo.port, READERS, BYTES, addresses, pauseMs, reopenMs].map(String);
	const readers = spawn("python3", ["-c", PROGRAM, ...settings], { stdio: "ignore" });
	await sleep(SETTLED_MS);
	const { visits } = await visitDuring(relevo.origin, other, false, () => sleep(seconds * 1000));
	readers.kill();
	await relevo.kill();
	site.remove();
	const again = reopenMs ? `, abiertos de nuevo cada ${reopenMs / 1000} s` : "";
	const what = `${READERS} que leen ${BYTES} bytes cada ${pauseMs / 1000} s, de ${addresses === 1 ? "una dirección" : `${addresses} direcciones`}${again}`;
	return rowsOf(what, visits, before);
}

function rowsOf(what: string, { times, missed }: Visits, before = ""): Row[] {
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
		{ ...row("las que no llegaron", missed, "", 0), reference: before && `antes: ${before}` },
	];
}
