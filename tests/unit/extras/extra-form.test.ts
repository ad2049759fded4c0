import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { listDates } from "~/features/extras/extra-schemas";
import { ExtraForm } from "~/features/extras/form/extra-form";
import AddWorkOvertimePage from "~/routes/auth.work-overtime_.add-work-overtime";
import { htmlOf } from "../../support/browser/render-part";
import { evened } from "../../support/texts/evened";
import { seenOf } from "../../support/texts/seen-of";

type Props = ComponentProps<typeof ExtraForm>;
type Answer = NonNullable<Props["answer"]>;

const answer: Answer = {
	query: "date=2026-11-15",
	choices: { shifts: [], hint: "" },
	text: "De 22:00 a 06:00.",
	sum: { hours: "8 h", estimate: "$ 84.000,00" },
	questions: [],
	asked: undefined,
};

const words = async (change: Partial<Answer>, more: Partial<Props> = {}, path?: string) =>
	evened(
		seenOf(
			await htmlOf(
				createElement(ExtraForm, {
					idFile: "x",
					submit: "Guardar",
					shown: {},
					answer: { ...answer, ...change },
					...more,
				}),
				path,
			),
		),
	);

test("several days count once each", () => {
	expect(listDates(" 2026-11-02  2026-11-03 2026-11-02")).toEqual(["2026-11-02", "2026-11-03"]);
});

test("the preview has the hours, and their pay only if the hour's value is known", async () => {
	expect(await words({})).toContain("8 h $ 84.000,00 estimado De 22:00 a 06:00.");
	expect(await words({ sum: { hours: "8 h", estimate: undefined } })).toContain("8 h De 22:00 a 06:00.");
	expect(await words({ sum: { hours: "8 h", estimate: "sin estimar" } })).toContain("8 h sin estimar De 22");
	expect(await words({ sum: undefined })).toContain(") De 22:00 a 06:00.");
	expect(await words({ text: null })).not.toContain("estimado");
});

test("what another tab has saved stands beside the form in words: a date, a choice, an empty comment", async () => {
	const saved = { date: "2026-11-15", shift: "N", compensation: "franco", comment: null };
	const shown = { date: "2026-11-16", shift: "N", compensation: "pago", comment: "lo mío" };
	const text = await words({}, { shown, saved });
	expect(text).toContain(
		"Lo que está guardado ahora Fecha en que empezó 15/11/2026 Comentario (opcional) vacío Cómo te la compensan Franco Lo tuyo",
	);
});

describe("questions before saving", () => {
	const questions = ["Es en tu descanso.", "Son más de 12 h."];
	const open = "Es en tu descanso. ¿La guardás igual? Son más de 12 h. ¿La guardás igual?";
	const asked = "2026-11-15 8";

	test("none: the form only saves", async () => {
		for (const isQuestion of [false, true]) {
			const seen = await words({ asked }, { isQuestion });
			expect(seen).toMatch(/ Guardar \[Cancelar\]\(\/auth\/work-overtime\)$/);
			expect(seen).not.toMatch(/guardó|guardás|asked/);
		}
	});

	test("stand below the preview while the form is filled in, and their answer is the button", async () => {
		const seen = await words({ questions, asked }, { backTo: "/my-shift" });
		expect(seen).toContain(`De 22:00 a 06:00. ${open} ▸`);
		expect(seen).toContain(`{asked=${asked}}`);
		expect(seen).toMatch(/ Guardar igual \[Cancelar\]\(\/my-shift\)$/);
		expect(seen).not.toContain("Todavía no se guardó.");
	});

	test("stand above the fields, and only there, if the form was sent without them", async () => {
		const seen = await words({ questions, asked }, { isQuestion: true });
		expect(seen).toContain(`{idFile=x} {sending=} Todavía no se guardó. ${open} {asked=${asked}} Fecha`);
		expect(seen.split(open)).toHaveLength(2);
	});

	test("a signed-out user gets neither questions nor a preview", async () => {
		const seen = await words({}, { answer: undefined });
		expect(seen).toMatch(/ Guardar \[Cancelar\]/);
		expect(seen).not.toMatch(/De 22:00|guardás|No sabemos tu turno/);
	});
});

describe("the date", () => {
	const today = "2026-11-21";

	test("is today, yesterday or another; for a signed-out user a date alone", async () => {
		expect(await words({}, { today })).toContain("☐ Hoy sáb 21 ☐ Ayer vie 20 ☐ Otra Otra fecha Turno");
		expect(await words({})).toContain("Fecha en que empezó Turno");
	});

	test.each<[string, Partial<Props>, string?]>([
		["none for an entry that exists", { isNew: false }],
		["those of this month up to today", { shown: { date: today } }, `▸ ${daysTo(20)}`],
		[
			"without the date that is chosen",
			{ shown: { date: "2026-11-02" } },
			`▸ ${daysTo(21).replace(" ☐ lun 2 ", " ")}`,
		],
		["all up to today without a date", {}, `▸ ${daysTo(21)}`],
		["those of the month of the date", { shown: { date: "2026-10-31" } }, `${daysTo(0)}☐ jue 1 ☐ vie 2`],
		[
			"all up to today while only a part of a year is typed",
			{ shown: { date: "0026-11-02" } },
			`▸ ${daysTo(21)}`,
		],
		["none on a month's first day", { today: "2026-11-01", shown: { date: "2026-11-01" } }],
		[
			"open with those chosen",
			{ shown: { date: today, dates: "2026-11-03" } },
			`▾ ${daysTo(20).replace("☐ mar 3", "☒ mar 3")}`,
		],
		[
			"those chosen before the date moved to another month",
			{ shown: { date: today, dates: "2026-10-31" } },
			`▾ ${daysTo(20).replace("☐ dom 1 ", "☒ sáb 31/10 ☐ dom 1 ")}`,
		],
		[
			"open with what is wrong",
			{
				shown: { date: today },
				result: { status: "error", error: { dates: ["Esos días no."] }, initialValue: { date: today } },
			},
			`▾ ${daysTo(20)} Esos días no.`,
		],
		[
			"kept as chosen for a signed-out user",
			{ today: undefined, shown: { dates: "2026-11-03" } },
			"{dates=2026-11-03}",
		],
	])("other days: %s", async (_, more, days) => {
		const query = more.shown?.date ? `date=${more.shown.date}` : "";
		const seen = await words({ query }, { isNew: true, today, ...more });
		if (days) expect(seen).toContain(days);
		expect(seen.includes("También otros días")).toBe(days?.includes("días") ?? false);
	});
});

/** The fold with November's days up to one, which begins on a Sunday. */
function daysTo(last: number): string {
	const weekdays = ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"];
	const days = Array.from({ length: last }, (_, index) => `☐ ${weekdays[index % 7]} ${index + 1}`);
	return `También otros días Una extra por cada día que marques, con las mismas horas. ${days.join(" ")}`;
}

test("an unknown shift leads to Mi turno, or to the profile and back to the form; a known one is said", async () => {
	const path = "/auth/work-overtime/add-work-overtime?date=2026-11-15";
	const back = encodeURIComponent(path);
	expect(await words({}, {}, path)).toContain(
		`Turno No sabemos tu turno: [decilo en Mi turno](/my-shift) o [elegí tu diagrama y tu escuadra en Mi Perfil](/auth/my-account/edit-profile?redirectTo=${back}).`,
	);
	const shifts = [{ value: "N", label: "Noche" }];
	expect(await words({ choices: { shifts, hint: "Ese día hacés M." } })).toContain(
		"Turno Ese día hacés M. ☐ Noche ☐ Otra ",
	);
});

test.each<[string, Partial<Props>, string]>([
	["closed without any", {}, "▸▸"],
	["closed with what is usual", { shown: { compensation: "pago" } }, "▸▸"],
	["open with a start", { shown: { startTime: "22:00" } }, "▾▸"],
	["open with a comment", { shown: { comment: "horno" } }, "▾▸"],
	["open with another compensation", { shown: { compensation: "franco" } }, "▾▸"],
	["open with hours at 50 %", { shown: { hours50: "4" } }, "▸▾"],
	["open with hours at 100 %", { shown: { hours100: "4" } }, "▸▾"],
	["open with a wrong start", { result: { status: "error", error: { startTime: ["?"] } } }, "▾▸"],
	["open with a wrong share", { result: { status: "error", error: { hours50: ["?"] } } }, "▸▾"],
])("the optional fields are %s", async (_, more, folds) => {
	expect((await words({}, more)).match(/[▸▾]/g)?.join("")).toBe(folds);
});

test("the own split says what the rule gives, if it is known", async () => {
	const rest = "Si tu convenio dice otra cosa, escribilo acá.";
	expect(await words({}, { reason: "sábado a la tarde" })).toContain(
		`Según la regla: sábado a la tarde. ${rest}`,
	);
	expect(await words({})).toContain(`Vacío, lo separamos por la regla. ${rest}`);
});

describe("the page of a new extra", () => {
	const read = async (more: object, refusal?: object) =>
		seenOf(
			await htmlOf(
				createElement(AddWorkOvertimePage),
				"/",
				{ idFile: "x", backTo: "/", repeatPath: "/again", shown: {}, answer, ...more },
				refusal,
			),
		);
	const [repeats, repeated, saved] = [
		"[Repetir la última](/again)",
		"Es la del 14/11/2026",
		"ya está guardada",
	];

	const again = (list: string) =>
		`/auth/work-overtime/add-work-overtime?redirectTo=${encodeURIComponent(list)}`;

	test.each<[string, object, string[]]>([
		["of the first extra", {}, []],
		["of a further one", { hasLast: true }, [repeats]],
		[
			"of one repeated today",
			{ hasLast: true, repeatedDate: "2026-11-14" },
			[`${repeated} con la fecha de hoy.`],
		],
		[
			"of one repeated on another day",
			{ repeatedDate: "2026-11-14", otherDate: "2026-11-13" },
			[`${repeated} con la fecha del 13/11/2026.`],
		],
		["of one already saved", { isSaved: true }, [saved]],
		[
			"of one already saved, added to a filtered list",
			{ isSaved: true, backTo: "/auth/work-overtime?shift=N" },
			[`${saved}: si cambiás algo, cambia esa. [Agregar otra](${again("/auth/work-overtime?shift=N")})`],
		],
	])("%s says what it does, until it is refused", async (_, more, said) => {
		const seen = await read(more);
		for (const text of [repeats, repeated, saved])
			expect(seen.includes(text)).toBe(said.some((each) => each.startsWith(text)));
		for (const text of said) expect(seen).toContain(text);
		expect(await read(more, { result: { status: "error" } })).not.toMatch(new RegExp(`${repeated}|${saved}`));
	});
});
