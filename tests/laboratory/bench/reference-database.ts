/** Database of the minimal servers with which Relevo is compared: 20 people with 25 rows each. */
import SQLite from "better-sqlite3";
import { seededRandom } from "../figures/seeded-random";

const USERS = 20;
const ROWS = 25;

/** Texts of an entry in the overtime list. A text that an entry lacks is empty. */
export interface ReferenceRow {
	id: string;
	day: string;
	shift: string;
	hours: string;
	pay: string;
	mark: string;
	comment: string;
	/** Lines that the list shows when the entry is opened. */
	text: string;
	warning: string;
}

/** Creates a database at `path` with 20 people. Each person gets a copy of all `rows`. */
export function makeReferenceDatabase(path: string, rows: readonly ReferenceRow[] = inventedRows()): void {
	const database = new SQLite(path);
	database.exec(
		"CREATE TABLE extras (user_id INTEGER, position INTEGER, id TEXT, day TEXT, shift TEXT, hours TEXT, pay TEXT, mark TEXT, comment TEXT, text TEXT, warning TEXT, PRIMARY KEY (user_id, position))",
	);
	const insert = database.prepare(
		"INSERT INTO extras VALUES (@user, @position, @id, @day, @shift, @hours, @pay, @mark, @comment, @text, @warning)",
	);
	database.transaction(() => {
		for (let user = 0; user < USERS; user++)
			for (const [position, row] of rows.entries()) insert.run({ ...row, user, position });
	})();
	database.close();
}

const words =
	"cubrí a un compañero en la línea por parada de horno con guardia larga después del franco porque faltó relevo se rompió cinta y quedamos hasta tarde limpieza programada noche taller puente grúa avisó jefe doble turno feriado planta norte".split(
		" ",
	);

/** Invents rows. The comments have twelve random Spanish words, so that they compress like real text. */
function inventedRows(): ReferenceRow[] {
	const random = seededRandom(50);
	return Array.from({ length: ROWS }, (_, index) => {
		const [day, hours, shift] = [`sáb ${(index % 28) + 1}/11`, 1 + (index % 12), "MTN".charAt(index % 3)];
		const comment = Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(" ");
		const text = `Realizada el ${day}\nTurno ${shift}\nHoras: ${hours} hs.\n${comment}`;
		return {
			id: String(index),
			day,
			shift,
			hours: `${hours} h`,
			pay: "al 50",
			mark: "",
			comment,
			text,
			warning: "",
		};
	});
}
