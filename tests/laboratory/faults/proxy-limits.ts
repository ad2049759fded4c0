/** Sends requests through Caddy: the largest form, a slow upload, and a slow request head. */
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import type { ProxiedResponse, SiteBehindCaddy as Site } from "../servers/behind-caddy";
import { ADD_ADDRESS, type Field } from "../visitors/document-requests";
import { makeNoisyPhotos } from "../visitors/photos";

/** Number of photos in the form that `sendLargestForm` sends. */
export const PHOTOS = 10;
/** Width of a large photo in pixels. Such a photo has about 13 MB; ten stay below the size limit of a form, 155 MB. */
const LARGE_PHOTO_PX = 5600;
const SMALL_PHOTO_PX = 1200;
/** Duration of the slow upload, longer than the time limit of forms without photos. */
export const SLOW_SECONDS = 45;
/** Time limit for the request head: Caddy's 10 s plus tolerance. */
export const HEAD_SECONDS = 15;
const MAX_WAIT_SECONDS = 60;

const formOf = (photos: readonly Buffer[], idFile: string): Field[] => [
	["idFile", idFile],
	["title", "Carné"],
	["description", "Detrás de Caddy"],
	...photos.map((photo): Field => ["images", photo]),
];

/**
 * Sends the largest form at full speed.
 * @returns status, bytes of the photos, seconds
 */
export async function sendLargestForm({ visitor }: Site) {
	const photos = await makeNoisyPhotos(PHOTOS, LARGE_PHOTO_PX);
	const startedAt = performance.now();
	const { status } = await visitor.post(ADD_ADDRESS, formOf(photos, "11111111-1111-4111-8111-111111111111"));
	const bytes = photos.reduce((sum, { length }) => sum + length, 0);
	return { status, bytes, seconds: (performance.now() - startedAt) / 1000 };
}

/** Sends one photo evenly over `SLOW_SECONDS`. */
export async function sendSlowly({ visitor }: Site): Promise<ProxiedResponse> {
	const photos = await makeNoisyPhotos(1, SMALL_PHOTO_PX);
	return visitor.post(
		ADD_ADDRESS,
		formOf(photos, "22222222-2222-4222-8222-222222222222"),
		async (body, send) => {
			const part = Math.ceil(body.length / SLOW_SECONDS);
			for (let at = 0; at < body.length; at += part) {
				send(body.subarray(at, at + part));
				await sleep(1000);
			}
		},
	);
}

/**
 * Sends one byte of a request head per second.
 * @returns seconds until Caddy closes the connection, or the client after `MAX_WAIT_SECONDS`
 */
export function trickleHead({ origin, caddy }: Site): Promise<number> {
	const { port, hostname } = new URL(origin);
	const startedAt = performance.now();
	return new Promise((resolve) => {
		const options = { host: "127.0.0.1", port: Number(port), servername: hostname, ca: caddy.authority };
		const socket = connect(options, () => socket.write("GET /home HTTP/1.1\r\nX-Relleno: "));
		const timer = setInterval(() => socket.writable && socket.write("a"), 1000);
		const longest = setTimeout(() => socket.destroy(), MAX_WAIT_SECONDS * 1000);
		socket.on("error", () => {});
		socket.resume().once("close", () => {
			clearInterval(timer);
			clearTimeout(longest);
			resolve((performance.now() - startedAt) / 1000);
		});
	});
}
