/** Measures one person's forms while others send photos that never end, or pictures that take long to decode. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { seedUser } from "../../../support/accounts-on-disk";
import { wholePng } from "../../../support/images/shaped-images";
import type { HttpResponse } from "../../../support/server/http-client";
import type { Measurement } from "../../figures/measurement";
import { peakMegabytes } from "../../figures/process-figures";
import { numberText, type Row } from "../../figures/table";
import { addPeople, makeSite, type Person } from "../../servers/site";
import { ADD_ADDRESS, Browser, documentForm } from "../../visitors/document-requests";
import { makeCameraPhoto } from "../../visitors/photos";
import { headOf, openSocket } from "../../visitors/raw-upload";

const COUNTS = [2, 10, 40];
const DECLARED_BYTES = 16 * 2 ** 20;
const FIRST_BYTES = 70_000;
const TRICKLE = { bytes: 1500, everyMs: 1000 };
const SETTLING_MS = 5000;
const MAX_MS = 5000;
/** Longest time for which the measurement waits for a response. */
const LONGEST_MS = 100_000;
const TALL_PICTURES = 5;
const MAX_MB = 400;
const csv = `Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario;Por qué
20/11/2026;N;8;22:00;8;0;pago;Horno;
`;
const photoStart = '--limite\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';

export async function measureTricklers(): Promise<Measurement> {
	const photo = await makeCameraPhoto(4000, 3000, { isProgressive: false, orientation: 6 });
	const rows: Row[] = [];
	for (const count of COUNTS) {
		for (const isVerified of [true, false]) rows.push(...(await measureWith(count, isVerified, photo)));
	}
	return { rows: [...rows, ...(await measureTall(photo))], problems: [] };
}

async function measureWith(count: number, isVerified: boolean, photo: Buffer): Promise<Row[]> {
	const site = makeSite();
	const [victim] = addPeople(site.databasePath, 1);
	if (!victim) throw new Error("no person was added");
	const attackers = Array.from({ length: count }, () =>
		seedUser(site.databasePath, { email_verified_at: isVerified ? 1 : null }),
	);
	const relevo = await site.start();
	const sockets = await Promise.all(attackers.map((person) => beginTrickle(relevo.port, person)));
	const timer = setInterval(() => {
		for (const socket of sockets) socket.write("a".repeat(TRICKLE.bytes));
	}, TRICKLE.everyMs);
	await sleep(SETTLING_MS);
	const times = await sendAll(victim, relevo.port, photo);
	clearInterval(timer);
	for (const socket of sockets) socket.destroy();
	const peak = peakMegabytes(relevo.pid);
	await relevo.kill();
	site.remove();
	const who = `${count} que mandan de a 1,5 KB/s${isVerified ? "" : ", sin verificar"}`;
	return times.map(({ what, ms, status }) => ({
		id: "tricklers",
		what: `${who}: ${what} de otra persona`,
		figure: `estado ${status}; ${numberText(peak)} MB`,
		reference: "antes 75 s, o nunca",
		value: ms,
		unit: "ms",
		bound: { atMost: MAX_MS },
	}));
}

async function beginTrickle(port: number, person: Person): Promise<Socket> {
	const headers = {
		"Content-Type": "multipart/form-data; boundary=limite",
		"Content-Length": DECLARED_BYTES,
	};
	const socket = await openSocket(port);
	socket.resume();
	socket.write(headOf({ port, path: ADD_ADDRESS, person, headers }) + photoStart + "a".repeat(FIRST_BYTES));
	return socket;
}

/** One person with five pictures of 1 × 50,000,000 pixels, one a form; then five that are accepted and heavy. */
async function measureTall(photo: Buffer): Promise<Row[]> {
	const kinds = [
		{ what: "de 1 × 50.000.000", picture: wholePng(1, 50e6), before: "antes 83 s" },
		{ what: "de 18.000 × 2.800, 16 bits", picture: wholePng(18_000, 2800, { isDeep: true }), before: "" },
	];
	const rows: Row[] = [];
	for (const { what, picture, before } of kinds) {
		const site = makeSite();
		const [greedy, victim] = addPeople(site.databasePath, 2);
		if (!greedy || !victim) throw new Error("no person was added");
		const relevo = await site.start();
		const browser = new Browser(greedy, relevo.port);
		const sent = Array.from({ length: TALL_PICTURES }, () =>
			browser.post(ADD_ADDRESS, documentForm(randomUUID(), [picture])),
		);
		await sleep(200);
		const other = new Browser(victim, relevo.port);
		const { ms, status } = await timed(() => other.post(ADD_ADDRESS, documentForm(randomUUID(), [photo])));
		await Promise.all(sent);
		const peak = peakMegabytes(relevo.pid);
		other.close();
		browser.close();
		await relevo.kill();
		site.remove();
		const bound = { atMost: MAX_MS };
		const name = `${TALL_PICTURES} PNG ${what} de una persona`;
		rows.push(
			{
				id: "tricklers",
				what: `${name}: la foto de otra`,
				figure: `estado ${status}`,
				reference: before,
				value: ms,
				unit: "ms",
				bound,
			},
			{
				id: "tricklers",
				what: `${name}: memoria`,
				figure: "",
				value: peak,
				unit: "MB",
				bound: { atMost: MAX_MB },
			},
		);
	}
	return rows;
}

async function sendAll(victim: Person, port: number, photo: Buffer) {
	const browser = new Browser(victim, port);
	const forms = [
		{ what: "la foto", path: ADD_ADDRESS, fields: documentForm(randomUUID(), [photo]) },
		{ what: "el documento sin fotos", path: ADD_ADDRESS, fields: documentForm(randomUUID()) },
		{
			what: "la importación",
			path: "/auth/work-overtime/import",
			fields: [["file", Buffer.from(csv)] as const],
		},
	];
	const times = await Promise.all(
		forms.map(async ({ what, path, fields }) => ({
			what,
			...(await timed(() => browser.post(path, fields))),
		})),
	);
	browser.close();
	return times;
}

async function timed(post: () => Promise<HttpResponse | undefined>) {
	const startedAt = performance.now();
	const reply = await Promise.race([post(), sleep(LONGEST_MS, undefined, { ref: false })]);
	return { ms: performance.now() - startedAt, status: reply?.status ?? "ninguno" };
}
