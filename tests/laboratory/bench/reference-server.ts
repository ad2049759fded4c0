/**
 * Minimal server with which the throughput and latency of Relevo are compared: sends 25 rows from one prepared
 * statement, with node:http and gzip, without routing, security headers and log.
 * Usage: `PORT=3001 node reference-server.js <database file>`
 */
import http from "node:http";
import { gzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import type { ReferenceRow } from "./reference-database";

const sqlite = new SQLite(process.argv[2], { readonly: true });
const list = sqlite.prepare<[number], ReferenceRow>(
	"SELECT id, day, shift, hours, pay, mark, comment, text, warning FROM extras WHERE user_id = ? ORDER BY position LIMIT 25",
);

const server = http.createServer((_request, response) => {
	// `gzipSync` is faster than the thread pool for a page of this size.
	const body = gzipSync(page(list.all(7)), { level: 6 });
	response.setHeader("Content-Type", "text/html; charset=utf-8");
	response.setHeader("Content-Encoding", "gzip");
	response.setHeader("Content-Length", body.byteLength);
	response.end(body);
});
// Closes idle connections after the same time as Relevo.
server.keepAliveTimeout = 10_000;
server.listen(Number(process.env.PORT), "127.0.0.1");

function page(extras: readonly ReferenceRow[]): string {
	const rows = extras.map(({ id, day, shift, hours, pay, mark, comment, text, warning }) => {
		const about = mark ? `<em>${mark}</em>` : `<span>${escapeHtml(comment)}</span>`;
		const line = `<b>${day}</b> <i class="${shift}">${shift}</i> <strong>${hours}</strong> <small>${pay}</small>${about}`;
		const opened = `<p>${escapeHtml(text)}</p>${warning && `<p class="odd">${escapeHtml(warning)}</p>`}`;
		const edit = `/auth/edit-work-overtime/${id}`;
		const links = `<a href="${edit}">Editar</a> <a href="/auth/work-overtime/add-work-overtime?repeat=${id}">Repetir</a> <a href="${edit}?intent=delete">Eliminar</a>`;
		return `<li><details><summary>${line}</summary>${opened}${links}</details></li>`;
	});
	return `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><title>Extras</title></head><body><h1>Mis Extras</h1><ul class="rows">${rows.join("")}</ul></body></html>`;
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
