import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays, type CivilDate, dayNumber, modulo } from "~/lib/time/civil-date";
import seeds from "../../../db/seeds/diagrams.json";
import {
	callCommand,
	expectRefused,
	resetDatabase,
	runCommand,
	withDatabase,
} from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";
import { todayIn } from "../../support/texts/today";

beforeEach(resetDatabase);

const folder = temporaryFolder();
const id = "4turnos_7dias";
const CYCLE = 28;
/**
 * Anchor date (first day of crew A's cycle) that most of the users added by these tests agree with. A new database has
 * another anchor date, 2024-01-01. The cycle of crew C begins 14 days after the cycle of crew A.
 */
const anchor = "2026-11-13";
const today = todayIn("America/Argentina/Buenos_Aires");
/** Returns the last date up to today on which a cycle begins, if a cycle begins on `start`. */
const latest = (start: CivilDate) => addDays(today, -modulo(dayNumber(today) - dayNumber(start), CYCLE));

interface Choice {
	cycleStart?: CivilDate;
	crew?: string;
	diagram?: string;
}

/** Adds a user for each choice of diagram, crew or cycle start, and stores the choice in profile and history. */
function addPeople(choices: readonly Choice[]): void {
	withDatabase((sqlite) => {
		const user = sqlite.prepare(
			`INSERT INTO users (id, email, username, provider_auth, diagram, crew, cycle_start, created_at, updated_at)
			VALUES (@id, @name || '@planta.example', @name, 'NORMAL', @diagram, @crew, @cycleStart, 1, 1)`,
		);
		const history = sqlite.prepare(
			`INSERT INTO rotation_history (user_id, since, diagram, crew, cycle_start, changed_at)
			VALUES (@id, '1900-01-01', @diagram, @crew, @cycleStart, 0)`,
		);
		for (const [index, choice] of choices.entries()) {
			const person = { id: `${index}`.padStart(36, "0"), name: `ramona${index}` };
			const row = { ...person, diagram: id, crew: null, cycleStart: null, ...choice };
			user.run(row);
			history.run(row);
		}
	});
}

/** Crew and personal position (start of the user's own cycle) of each user, in the order of `addPeople`. */
function peopleNow(table: "users" | "rotation_history" = "users"): string[] {
	const name = table === "users" ? "id" : "user_id";
	return withDatabase((sqlite) =>
		sqlite
			.prepare<[], { crew: string | null; cycle_start: string | null }>(
				`SELECT crew, cycle_start FROM ${table} ORDER BY ${name}`,
			)
			.all()
			.map(({ crew, cycle_start }) => `${crew} ${cycle_start}`),
	);
}

async function votes(...words: string[]): Promise<string> {
	const outcome = await callCommand("diagrams", ["votes", ...words]);
	expect(outcome).toMatchObject({ code: 0, stderr: "" });
	return outcome.stdout;
}

/**
 * Six users: two have crew A's cycle and no crew in the profile, two have crew C's cycle and crew C in the profile, one
 * has a cycle that fits no crew, and one has only a crew.
 */
const people: Choice[] = [
	{ cycleStart: anchor },
	{ cycleStart: addDays(anchor, -CYCLE) },
	{ cycleStart: addDays(anchor, 14 - 2 * CYCLE), crew: "C" },
	{ cycleStart: addDays(anchor, 14), crew: "C" },
	{ cycleStart: addDays(anchor, 1) },
	{ crew: "B" },
];

describe("votes", () => {
	test("counts by anchor and crew, prints the command, and names no user", async () => {
		addPeople(people);
		const text = await votes(id);
		expect(text).toContain(
			[
				`${id}: ancla 2024-01-01 (sin confirmar), 5 personas eligieron una posición`,
				`  ancla ${latest(anchor)}: 4 personas (A 2, C 2; 2 dijeron su letra)`,
				`  ancla ${latest(addDays(anchor, 1))}: 1 persona (faltan las letras)`,
				"  solo su letra: B 1 (si el ancla cambia, cambian sus turnos)",
				"  Para fijarla:",
				`    npm run diagrams -- anchor ${id} --date ${today} --crew `,
			].join("\n"),
		);
		expect(text).not.toMatch(/ramona|@/);
	});

	test("the printed command corrects the anchor, and positions that now belong to a crew become that crew", async () => {
		addPeople(people);
		const command = /npm run diagrams -- (.+)/.exec(await votes(id))?.[1] ?? "";
		const outcome = await callCommand("diagrams", command.split(" "));
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		expect(outcome.stdout).toContain(`ancla 2024-01-01 → ${latest(anchor)}`);
		expect(outcome.stdout).toContain(
			"4 personas tenían una posición propia que ahora es la de una escuadra: quedan en esa escuadra.",
		);
		const after = ["A null", "A null", "C null", "C null", `null ${addDays(anchor, 1)}`, "B null"];
		expect(peopleNow()).toEqual(after);
		expect(peopleNow("rotation_history")).toEqual(after);
		expect(await votes(id)).toContain(`${id}: ancla ${latest(anchor)}, 1 persona eligió una posición`);
	});

	test("shows the cycles that several people typed, as import reads them, and no one's alone", async () => {
		addPeople([{}, {}, {}]);
		const typed = [
			"propio-2D2N4F-N18000600-D06001800",
			"propio-2D2N4F-N18000600-D06001800",
			"propio-MF-M06001400",
		];
		withDatabase((sqlite) => {
			const change = sqlite.prepare(
				"UPDATE users SET diagram = NULL, own_cycle = ?, cycle_start = '2026-11-20' WHERE username = ?",
			);
			for (const [index, own] of typed.entries()) change.run(own, `ramona${index}`);
		});
		const [cycle, ...diagrams] = (await votes()).split("\n\n").at(-1)?.trim().split("\n") ?? [];
		expect(cycle).toBe("2D 2N 4F: 2 personas escribieron este ciclo");
		expect(await votes(id)).not.toContain("este ciclo");
		expect(diagrams.map((line) => JSON.parse(line))).toEqual([
			{
				id: "ID",
				cycle: "DDNNFFFF",
				crews: 4,
				offset: 2,
				anchor: "2026-11-20",
				anchorConfirmed: false,
				hours: { N: ["18:00", "06:00"], D: ["06:00", "18:00"] },
				closedWeekdays: [],
			},
		]);
	});

	test("gives the same result as JSON, for all diagrams", async () => {
		addPeople(people);
		const all = JSON.parse(await votes("--json"));
		expect(all).toHaveLength(11);
		expect(all[0]).toEqual({
			id: "12horas_aceria",
			anchor: "2024-01-01",
			anchorConfirmed: false,
			people: 0,
			crewsOnly: {},
			verdict: "none",
			command: null,
			anchors: [],
		});
		expect(all.find((each: { id: string }) => each.id === id)).toMatchObject({
			people: 5,
			crewsOnly: { B: 1 },
			verdict: "anchor",
			command: expect.stringContaining(`npm run diagrams -- anchor ${id} `),
			anchors: [{ anchor: latest(anchor), people: 4, named: 2, crews: { A: 2, C: 2 } }, { people: 1 }],
		});
	});

	test("without any letter, the printed command has a blank for the crew", async () => {
		addPeople([{ cycleStart: anchor }, { cycleStart: addDays(anchor, 7) }, { cycleStart: anchor }]);
		const text = await votes(id);
		expect(text).toContain("3 personas (faltan las letras)");
		expect(text).toMatch(/Preguntá qué letra .+:\n {4}npm run diagrams -- anchor .+ --crew LETRA /);
		const command = /npm run diagrams -- (.+)/.exec(text)?.[1] ?? "";
		await expectRefused(callCommand("diagrams", command.split(" ")), /no tiene la escuadra «LETRA»/);
		// Whatever letter the operator gives, the three users with a personal position (own cycle start) get crews.
		const outcome = await callCommand("diagrams", command.replace("LETRA", "D").split(" "));
		expect(outcome.stdout).toContain("3 personas tenían una posición propia");
		expect(peopleNow().every((person) => /^[A-D] null$/.test(person))).toBe(true);
	});

	test("the anchor of now is the one shown, if it fits and nobody has said a letter", async () => {
		const start = addDays("2024-01-01", 7);
		addPeople([1, 2, 3].map(() => ({ cycleStart: start })));
		expect(await votes(id)).toContain(`ancla ${latest("2024-01-01")}: 3 personas (faltan las letras)`);
	});

	test("the printed command is enough where the cycle has blocks that are alike", async () => {
		const cycle = "DDFFDDDFFDDFFFNNFFNNNFFNNFFF";
		const hours = { D: ["06:00", "18:00"], N: ["18:00", "06:00"] };
		const file = join(folder, "alike.json");
		writeFileSync(file, JSON.stringify({ ...seeds.find((each) => each.id === id), cycle, hours }));
		await callCommand("diagrams", ["import", file]);
		addPeople(["A", "B", "C"].map((crew, index) => ({ crew, cycleStart: addDays(anchor, index * 7) })));
		const command = /npm run diagrams -- (.+)/.exec(await votes(id))?.[1] ?? "";
		expect(await callCommand("diagrams", command.split(" "))).toMatchObject({ code: 0, stderr: "" });
		expect(peopleNow()).toEqual(["A null", "B null", "C null"]);
	});

	test.each([
		["few people", [0, 0], /Son pocas para fijar el ancla: hacen falta 3 personas/],
		["a tie", [0, 7, 14, 1, 8, 15], /Hay un empate: con esto no se puede fijar el ancla/],
	])("%s: no command is printed", async (_, starts, message) => {
		addPeople(starts.map((days) => ({ cycleStart: addDays(anchor, days) })));
		const text = await votes(id);
		expect(text).toMatch(message);
		expect(text).not.toContain("npm run");
	});

	test("an anchor that leaves a shift without a crew on an open day is never proposed", async () => {
		const tuesday = "2026-11-24";
		addPeople([1, 2, 3].map(() => ({ diagram: "2turnos", cycleStart: tuesday })));
		const text = await votes("2turnos");
		expect(text).toContain("no puede ser: deja un turno sin nadie");
		expect(text).not.toContain("npm run");
	});

	test("an anchor on which most users agree is confirmed by the command, and is right afterwards", async () => {
		addPeople(["A", "B", "C"].map((crew, index) => ({ crew, cycleStart: addDays("2024-01-01", index * 7) })));
		const command = /npm run diagrams -- (.+)/.exec(await votes(id))?.[1] ?? "";
		const outcome = await callCommand("diagrams", command.split(" "));
		expect(outcome.stdout).toContain("queda confirmado");
		expect(peopleNow()).toEqual(["A null", "B null", "C null"]);
	});

	test("an unknown diagram is refused", async () => {
		await expectRefused(runCommand("diagrams", ["votes", "nada"]), /No existe el diagrama «nada»/);
	});
});

describe("an import", () => {
	const seed = seeds.find((each) => each.id === id);

	async function importSeed(changes: object): Promise<string> {
		const file = join(folder, "diagram.json");
		writeFileSync(file, JSON.stringify({ ...seed, ...changes }));
		const outcome = await callCommand("diagrams", ["import", file]);
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		return outcome.stdout;
	}

	test("of another cycle deletes positions in the old cycle, and crews that no longer exist", async () => {
		addPeople([...people, { crew: "D" }]);
		const text = await importSeed({ cycle: "MMMMMMFTTTTTTFNNNNNNF", crews: 3, closedWeekdays: [7] });
		expect(text).toContain("6 personas tienen que elegir de nuevo su turno");
		const gone = "null null";
		expect(peopleNow()).toEqual([gone, gone, gone, gone, gone, "B null", gone]);
		expect(peopleNow("rotation_history")).toEqual(peopleNow());
	});

	test("of the same cycle with an unconfirmed anchor changes no profile", async () => {
		addPeople(people);
		const before = peopleNow();
		expect(await importSeed({ anchor, anchorConfirmed: false })).not.toContain("persona");
		expect(peopleNow()).toEqual(before);
	});

	test("of the same cycle with a confirmed anchor gives users their crews, but none to a user without any", async () => {
		addPeople([...people, {}]);
		expect(await importSeed({ anchor, anchorConfirmed: true })).toContain("4 personas tenían una posición");
		expect(peopleNow().slice(0, 4)).toEqual(["A null", "A null", "C null", "C null"]);
		expect(peopleNow("rotation_history").at(-1)).toBe("null null");
	});
});
