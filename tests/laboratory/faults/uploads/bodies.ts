/** Sends request bodies of one gigabyte and endless request bodies, to forms and to other pages. */
import { sendRaw } from "../../../support/server/http-client";
import type { Measurement } from "../../figures/measurement";
import { peakMemoryDuring, residentMegabytes } from "../../figures/process-figures";
import { numberText, type Row } from "../../figures/table";
import { addPeople, makeSite, type Person } from "../../servers/site";
import { ADD_ADDRESS, Browser } from "../../visitors/document-requests";
import { makeNoisyPhotos } from "../../visitors/photos";
import { headOf } from "../../visitors/raw-upload";

const DOCUMENT = "11111111-1111-4111-8111-111111111111";
const ENDLESS_AT_ONCE = 20;
const MAX_GROWTH_MB = 60;
const MAX_MS = 120_000;
const GIGABYTE = 1024 ** 3;

/** URL paths of pages with a form, and of pages without one. */
const addresses = [
	"/auth/login",
	"/auth/logout",
	"/auth/register",
	"/auth/recovery-pass",
	"/auth/reset-pass",
	"/auth/verify-email",
	"/auth/google",
	"/auth/delete-account",
	"/auth/my-account",
	"/auth/my-account/edit-profile",
	"/auth/my-documents",
	ADD_ADDRESS,
	`/auth/edit-document/${DOCUMENT}`,
	`/auth/view-document/${DOCUMENT}`,
	"/cookies",
	"/home",
	"/healthcheck",
	"/no-hay-nada",
];

const formAddresses = [ADD_ADDRESS, `/auth/edit-document/${DOCUMENT}`];
const multipart = "multipart/form-data; boundary=limite";
const types = ["application/x-www-form-urlencoded", multipart];
const megabyte = Buffer.alloc(2 ** 20, "a");
const chunk = Buffer.concat([Buffer.from("100000\r\n"), megabyte, Buffer.from("\r\n")]);
const file =
	'--limite\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

/** Measures by how much oversized bodies increase memory, and counts responses other than 400 and 413. */
export async function measureBodies(): Promise<Measurement> {
	const site = makeSite();
	// Two people send forms, because the server reads at most 32 MB of uploads at once, and at most 16 MB of one
	// person.
	const people = addPeople(site.databasePath, 2);
	const [first] = people;
	if (!first) throw new Error("no person was added");
	const relevo = await site.start();
	const { port, pid } = relevo;
	const statuses: number[] = [];
	const send = async (
		person: Person,
		path: string,
		headers: Record<string, string | number>,
		start: string,
		repeated: Buffer,
	) => {
		const head = headOf({ port, path, person, headers });
		const response = await sendRaw(`http://127.0.0.1:${port}`, head + start, {
			endless: repeated,
			limitMs: MAX_MS,
		});
		statuses.push(response.status);
	};
	const chunked = { "Transfer-Encoding": "chunked" };

	for (const person of people) await warmUp(person, port);
	const before = residentMegabytes(pid);
	const all = await peakMemoryDuring(pid, async () => {
		for (const path of addresses) {
			for (const type of types) {
				const declared = { "Content-Type": type, "Content-Length": GIGABYTE };
				await send(first, path, declared, "", megabyte);
				await send(first, path, { "Content-Type": type, ...chunked }, "", chunk);
			}
		}
	});
	const endless = await peakMemoryDuring(pid, () =>
		Promise.all(
			Array.from({ length: ENDLESS_AT_ONCE }, (_, index) => {
				const path = formAddresses[index % formAddresses.length] ?? ADD_ADDRESS;
				const person = people[index < ENDLESS_AT_ONCE / 2 ? 0 : 1] ?? first;
				const start = `${file.length.toString(16)}\r\n${file}\r\n`;
				return send(person, path, { "Content-Type": multipart, ...chunked }, start, chunk);
			}),
		),
	);
	await relevo.stop();
	site.remove();

	const wrong = statuses.filter((status) => status !== 413 && status !== 400);
	const row = (what: string, value: number): Row => {
		const growth = `${numberText(before)} MB antes`;
		return { id: "bodies", what, figure: growth, value, unit: "MB", bound: { atMost: MAX_GROWTH_MB } };
	};
	const count = (status: number) => statuses.filter((other) => other === status).length;
	return {
		rows: [
			{
				id: "bodies",
				what: `1 GB o sin fin, a ${addresses.length} direcciones: otras respuestas`,
				figure: `${count(413)} con 413, ${count(400)} con 400`,
				value: wrong.length,
				unit: "",
				bound: { atMost: 0 },
			},
			row("Memoria que eso agrega", all.most - before),
			row(`${ENDLESS_AT_ONCE} formularios con una foto sin fin a la vez: memoria`, endless.most - before),
		],
		problems: wrong.map((status) => `contestó ${status || "cortando la conexión"}`),
	};
}

/** Makes the server load all modules, so that the modules do not count as growth of memory. */
async function warmUp(person: Person, port: number): Promise<void> {
	const browser = new Browser(person, port);
	for (const path of addresses) await browser.get(path);
	for (const photo of await makeNoisyPhotos(5, 2000)) {
		const reply = await browser.post(ADD_ADDRESS, [
			["idFile", DOCUMENT],
			["title", "Carné"],
			["description", "Uno como todos"],
			["images", photo],
		]);
		if (reply?.status !== 303) throw new Error(`the form was answered with ${reply?.status}`);
	}
	browser.close();
}
