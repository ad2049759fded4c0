/**
 * Minimal server with which `npm run bench` compares Relevo's throughput and latency: a page of 25 rows from one
 * prepared statement, with bare node:http and gzip. It has no routing, no security headers and no log.
 * Usage: `PORT=3001 node reference-server.js <database file>`
 */
import http from "node:http";
import { gzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import { seededRandom } from "../figures/seeded-random";

const USERS = 20;
const ROWS_PER_USER = 25;

interface Extra {
	id: number;
	date: string;
	hours: number;
	shift: string;
	comment: string;
}

const words =
	"cubrí a un compañero en la línea por parada de horno con guardia larga después del franco porque faltó relevo se rompió cinta y quedamos hasta tarde limpieza programada noche taller puente grúa avisó jefe doble turno feriado planta norte".split(
		" ",
	);
const sqlite = openDatabase(process.argv[2] ?? ":memory:");
const list = sqlite.prepare<[number], Extra>(
	"SELECT id, date, hours, shift, comment FROM extras WHERE user_id = ? ORDER BY date DESC LIMIT 25",
);

const server = http.createServer((_request, response) => {
	// Synchronous compression is faster than the thread pool for a page of this size.
	const body = gzipSync(page(list.all(7)), { level: 6 });
	response.setHeader("Content-Type", "text/html; charset=utf-8");
	response.setHeader("Content-Encoding", "gzip");
	response.setHeader("Content-Length", body.byteLength);
	response.end(body);
});
// Relevo uses the same keep-alive timeout, so that both servers close idle connections after 10 s.
server.keepAliveTimeout = 10_000;
server.listen(Number(process.env.PORT), "127.0.0.1");

function page(extras: readonly Extra[]): string {
	const rows = extras.map(({ id, date, hours, shift, comment }) => {
		const [year, month, day] = date.split("-");
		return `<li class="card"><p><time datetime="${date}">${day}/${month}/${year}</time> <strong>${hours} h</strong> <span class="${shift}">${shift}</span></p><p>${escapeHtml(comment)}</p><p><a class="button" href="/auth/edit-work-overtime/${id}">Editar</a> <button class="button" name="id" value="${id}">Borrar</button></p></li>`;
	});
	return `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><title>Extras</title></head><body><h1>Extras</h1><form method="post"><ul class="cards">${rows.join("")}</ul></form></body></html>`;
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Returns twelve random Spanish words, which compress like real text. */
function comment(random: () => number): string {
	return Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(" ");
}

function openDatabase(file: string): SQLite.Database {
	const database = new SQLite(file);
	database.pragma("journal_mode = WAL");
	database.exec(
		"CREATE TABLE extras (id INTEGER PRIMARY KEY, user_id INTEGER, date TEXT, hours REAL, shift TEXT, comment TEXT)",
	);
	const insert = database.prepare(
		"INSERT INTO extras (user_id, date, hours, shift, comment) VALUES (?, ?, ?, ?, ?)",
	);
	const random = seededRandom(50);
	database.transaction(() => {
		for (let index = 0; index < USERS * ROWS_PER_USER; index++) {
			const day = String((index % 28) + 1).padStart(2, "0");
			const month = String((index % 12) + 1).padStart(2, "0");
			insert.run(
				index % USERS,
				`2026-${month}-${day}`,
				1 + (index % 12),
				"MTN".charAt(index % 3),
				comment(random),
			);
		}
	})();
	database.exec("CREATE INDEX extras_of_user ON extras (user_id, date)");
	return database;
}
