/** Checks Relevo behind Caddy, configured as in deploy/: compression, hosts, forms, limits, headers. */
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { listPublicPages } from "../../support/public-pages";
import { freePort } from "../../support/server/ports.mjs";
import type { Measurement } from "../figures/measurement";
import { numberText, type Row } from "../figures/table";
import {
	type ProxiedResponse,
	type SiteBehindCaddy as Site,
	startBehindCaddy,
} from "../servers/behind-caddy";
import { caddyVersion, startCaddy } from "../servers/caddy";
import { findChromium, sendEveryForm } from "../visitors/browser-forms";
import { ADD_ADDRESS } from "../visitors/document-requests";
import { makeNoisyPhotos } from "../visitors/photos";
import { HEAD_SECONDS, PHOTOS, SLOW_SECONDS, sendLargestForm, sendSlowly, trickleHead } from "./proxy-limits";

const SMALL_PHOTO_PX = 1200;

/** URL of the form for a new document; the query contains the new document's key. */
const addPage = `${ADD_ADDRESS}?idFile=22222222-2222-4222-8222-222222222222`;
const privatePages = ["/auth/my-account", "/auth/my-documents", "/auth/work-overtime", addPage];

/** Checks Relevo behind Caddy, and measures uploads through Caddy. @throws Error when Caddy is not installed */
export async function measureProxy(): Promise<Measurement> {
	const version = caddyVersion();
	if (!version) throw new Error("caddy no está");
	const site = await startBehindCaddy();
	const problems: string[] = [];
	const rows: Row[] = [];
	const add = (what: string, found: readonly string[], figure = "") => {
		rows.push({ id: "proxy", what, figure, value: found.length, unit: "", bound: { atMost: 0 } });
		problems.push(...found.slice(0, 5).map((one) => `${what}: ${one}`));
	};
	const pages = listPublicPages();
	const pageCount = pages.length + privatePages.length;
	add(
		`Caddy ${version}: páginas que no llegan por HTTP/2, una vez comprimidas y completas`,
		await checkPages(site),
		`${pageCount} páginas`,
	);
	add("Otros nombres y http: respuestas que no son 421 ni la redirección", await checkOtherHosts(site));
	const chromium = findChromium();
	if (chromium) {
		const [photo = Buffer.alloc(0)] = await makeNoisyPhotos(1, SMALL_PHOTO_PX);
		const sent = await sendEveryForm(site.origin, chromium, site.outbox, photo);
		const refused = sent.filter(([, status]) => status !== 303).map((one) => one.join(" "));
		add(
			"Formularios de un navegador sin script que fueron rechazados",
			refused,
			`${sent.length} formularios`,
		);
	} else problems.push("no hay un Chromium: los formularios de un navegador no se midieron");
	const large = await sendLargestForm(site);
	const largeFigure = `${numberText(large.bytes / 1e6)} MB`;
	rows.push({
		id: "proxy",
		what: `${PHOTOS} fotos en un formulario: segundos (estado ${large.status})`,
		figure: largeFigure,
		value: large.seconds,
		unit: "",
	});
	add("El formulario más grande no se guardó", large.status === 303 ? [] : [`estado ${large.status}`]);
	const [slow, head] = await Promise.all([sendSlowly(site), trickleHead(site)]);
	add(
		`Una foto que tarda ${SLOW_SECONDS} s no se guardó`,
		slow.status === 303 ? [] : [`estado ${slow.status}`],
	);
	rows.push({
		id: "proxy",
		what: "Segundos que dura quien no termina sus cabeceras",
		figure: "",
		value: head,
		unit: "",
		bound: { atMost: HEAD_SECONDS },
	});
	add("Direcciones inventadas que llegan a Relevo", await forgeClientAddress());
	await site.relevo.stop();
	const startedAt = performance.now();
	const closed = await site.visitor.get("/home");
	const waited = (performance.now() - startedAt) / 1000;
	const isExplained = closed.status === 502 && closed.body.includes("Relevo no contesta");
	add(
		"Sin Relevo: no se dice en castellano",
		isExplained ? [] : [`estado ${closed.status}`],
		`a los ${numberText(waited)} s`,
	);
	site.visitor.close();
	await site.caddy.stop();
	site.remove();
	return { rows, problems };
}

async function checkPages({ visitor }: Site): Promise<string[]> {
	const wrong: string[] = [];
	const check = (path: string, { status, headers, body }: ProxiedResponse, expected: number) => {
		const encoding = headers["content-encoding"];
		const decompress =
			encoding === "br" ? brotliDecompressSync : encoding === "gzip" ? gunzipSync : undefined;
		const isWhole = decompress?.(body).includes("</html>");
		if (status !== expected || !isWhole) wrong.push(`${path}: ${status}, ${encoding ?? "sin comprimir"}`);
	};
	for (const { path, status = 200 } of listPublicPages()) check(path, await visitor.get(path), status);
	for (const path of privatePages) check(path, await visitor.getSignedIn(path), 200);
	return wrong;
}

async function checkOtherHosts({ origin, visitor, caddy }: Site): Promise<string[]> {
	const other = await visitor.get("/home", { host: "otro.example" });
	const { host, hostname } = new URL(origin);
	const status = (name: string) =>
		new Promise<string>((resolve) => {
			const options = { host: "127.0.0.1", port: caddy.httpPort, path: "/home?a=1", headers: { host: name } };
			request(options, (response) => {
				const found = `${response.statusCode} ${response.headers.location ?? ""}`.trim();
				response.resume().once("close", () => resolve(response.complete ? found : `${found}, a medias`));
			})
				.once("error", ({ message }) => resolve(message))
				.end();
		});
	const found: readonly (readonly [found: string, expected: string])[] = [
		[String(other.status), "421"],
		[await status("otro.example"), "421"],
		[await status(host), `308 https://${hostname}/home?a=1`],
	];
	return found
		.filter(([one, expected]) => one !== expected)
		.map(([one, expected]) => `${one}, no ${expected}`);
}

/**
 * Sends a request with a forged X-Forwarded-For header through Caddy.
 * @returns the header that arrives at the server; an empty list when Caddy has corrected the header
 */
async function forgeClientAddress(): Promise<string[]> {
	let received: IncomingHttpHeaders = {};
	const relevo = createServer((incoming, response) => {
		received = incoming.headers;
		response.end("ok");
	});
	const [port, publicPort] = [await freePort(), await freePort()];
	await new Promise<void>((resolve) => relevo.listen(port, "127.0.0.1", resolve));
	const origin = `http://localhost:${publicPort}`;
	const caddy = await startCaddy(origin, port);
	await new Promise((resolve) => {
		const headers = {
			host: `localhost:${publicPort}`,
			"x-forwarded-for": "203.0.113.7",
			"x-forwarded-proto": "https",
		};
		request({ host: "127.0.0.1", port: publicPort, headers }, (response) =>
			response.resume().once("end", resolve),
		).end();
	});
	await caddy.stop();
	relevo.close();
	const forwarded = received["x-forwarded-for"];
	return forwarded === "127.0.0.1" ? [] : [String(forwarded)];
}
