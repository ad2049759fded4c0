import { randomUUID } from "node:crypto";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { nightHours } from "~/features/law/overtime-rules";
import { addDays } from "~/lib/time/civil-date";
import { readListedRows } from "../../laboratory/bench/listed-rows";
import { EXTRA, type SeededUser, seedAgreement, seedExtra, seedUser } from "../../support/accounts-on-disk";
import { post, send } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";
import { evened } from "../../support/texts/evened";
import { todayIn } from "../../support/texts/today";

const LIST = "/auth/work-overtime";
const EDIT = `/auth/edit-work-overtime/${EXTRA}`;

const server = serverForFile();
let user: SeededUser;
let newcomer: SeededUser;
beforeAll(async () => {
	user = seedUser(server.databasePath, { diagram: "3turnos", crew: "A" });
	newcomer = seedUser(server.databasePath);
	seedExtra(server.databasePath, user.id, {
		date: "2026-02-01",
		minutes: 270,
		minutes_100: 270,
		shift: "Ñ",
		comment: "Parada <b>de horno</b>\ny limpieza",
		start_minute: 22 * 60,
		compensation: "banco",
	});
	seedExtra(server.databasePath, user.id, { id_file: randomUUID(), date: "2026-01-30" });
});

const open = async (path: string, { cookie }: Pick<SeededUser, "cookie"> = user) => {
	const { status, text } = await send(server.origin, path, { headers: { cookie } });
	expect(status).toBe(200);
	return text;
};
/** Text of a page without tags. */
const read = (html: string) =>
	html
		.slice(html.indexOf("<body"))
		.replace(/<!--.*?-->/g, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
const ZONE = "America/Argentina/Buenos_Aires";
const radio = (name: string, value: string) =>
	new RegExp(`type="radio"[^>]*name="${name}"[^>]*value="${value}"`);
const inputOf = (html: string, name: string) =>
	new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
const linksOf = (html: string) =>
	Array.from(html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs), ([, href = "", inside = ""]) => ({
		href: href.replaceAll("&amp;", "&"),
		text: inside.replace(/<[^>]+>/g, "").trim(),
	}));
const mainOf = (html: string) => html.slice(html.indexOf("<main"));
const linkTo = (html: string, text: string) => linksOf(html).find((link) => link.text.endsWith(text))?.href;

describe("the list", () => {
	test("shows each extra with the texts of the specification", async () => {
		const html = await open(LIST);
		const text = read(html);
		expect(text).toContain("Extra realizada el 01/02/2026");
		expect(text).toContain("Turno de la extra Ñ, de 22:00 a 02:30");
		expect(text).toContain("Cantidad de Horas: 4,5 hs. · Banco de horas");
		expect(html.replaceAll("<!-- -->", "")).toContain(
			"Comentarios: <bdi>Parada &lt;b&gt;de horno&lt;/b&gt;\ny limpieza",
		);
		expect(text).toContain("Extra realizada el 30/01/2026 Turno de la extra N Cantidad de Horas: 8 hs.");
		expect(text).toMatch(/dom 1 Ñ 4,5 h al 100 % banco .* vie 30 N 8 h al 50 % /);
	});

	test("has rows of which npm run bench reads each text", async () => {
		const worker = seedUser(server.databasePath, { diagram: "3turnos", crew: "A" });
		for (let day = 1; day <= 25; day++)
			seedExtra(server.databasePath, worker.id, {
				id_file: randomUUID(),
				date: `2026-02-${String(day).padStart(2, "0")}`,
				comment: day % 2 ? "puente grúa & «horno»" : null,
				start_minute: day % 3 ? 22 * 60 : null,
				doubts: day % 5 ? "[]" : '["proposed-start"]',
				needs_review: day % 7 ? 0 : 1,
			});
		expect(readListedRows(await open(LIST, worker))).toHaveLength(25);
	});

	test("marks a proposed start in the card and on the sheet", async () => {
		const worker = seedUser(server.databasePath, { diagram: "3turnos", crew: "A" });
		seedExtra(server.databasePath, worker.id, {
			id_file: randomUUID(),
			date: "2026-02-02",
			start_minute: 22 * 60,
			minutes_night: 480,
			is_start_proposed: 1,
			doubts: '["proposed-start"]',
		});
		expect(read(await open(LIST, worker))).toContain(
			"Turno de la extra N, de 22:00 a 06:00, según tu diagrama",
		);
		const sheet = read(await open(`${LIST}?view=sheet`, worker));
		expect(sheet).toContain("lun 02/02/2026 22:00 * 06:00 N 8 8");
		expect(sheet).toContain(
			"Total: 1 extra (*) 8 8 0 8 * Con la hora de entrada del diagrama de turnos (1 extra).",
		);
		expect(sheet).toContain(`Noche: de ${nightHours({ start: "2026-02-02", end: "2026-02-02" })}.`);
		expect(await open(`${LIST}/export`, worker)).toContain(";N;8;22:00;06:00;según tu diagrama;8;0;");
	});

	test("says how many extras to review, with a link to them", async () => {
		const worker = seedUser(server.databasePath);
		seedExtra(server.databasePath, worker.id, {
			id_file: randomUUID(),
			date: "2026-02-01",
			minutes_100: 480,
			needs_review: 1,
			reason: "8\u00A0h al 100\u00A0% porque es domingo",
		});
		seedExtra(server.databasePath, worker.id, { id_file: randomUUID(), date: "2026-02-02" });
		const html = await open(LIST, worker);
		expect(read(html)).toContain("Tenés una extra para revisar");
		expect(linkTo(html, "Tenés una extra para revisar")).toBe(`${LIST}?review=1`);
		const found = await open(`${LIST}?review=1`, worker);
		expect(found).toContain('aria-label="Para revisar: quitar"');
		expect(read(found)).toContain("8 h al 100 % porque es domingo Editar Repetir Eliminar");
		expect(read(found)).toContain(
			"Tenés una extra para revisar: el 50 y el 100 dependen de la hora de entrada, que no está. Editá cada una y poné la hora.",
		);
		expect(read(found)).not.toContain("02-02-2026");
		expect(linkTo(found, "Descargar para Excel")).toBe(`${LIST}/export?review=1`);
	});

	test("links to adding, editing and deleting", async () => {
		const html = mainOf(await open(`${LIST}?shift=%C3%B1`));
		const here = encodeURIComponent(`${LIST}?shift=%C3%91`);
		expect(linkTo(html, "Agregar extra")).toBe(`${LIST}/add-work-overtime?redirectTo=${here}`);
		expect(linkTo(html, "Editar")).toBe(`${EDIT}?redirectTo=${here}`);
		expect(linkTo(html, "Repetir")).toBe(`${LIST}/add-work-overtime?repeat=${EXTRA}&redirectTo=${here}`);
		expect(linkTo(html, "Eliminar")).toBe(`${EDIT}?intent=delete&redirectTo=${here}`);
	});

	test("an older pay period is a line that leads to its own list, with all its totals", async () => {
		const worker = seedUser(server.databasePath);
		for (const [date, minutes] of [
			["2026-03-02", 480],
			["2026-02-02", 240],
			["2026-02-03", 120],
		] as const)
			seedExtra(server.databasePath, worker.id, { id_file: randomUUID(), date, minutes });
		const address = `${LIST}?start=2026-02-01&end=2026-02-28`;
		const since = await open(`${LIST}?start=2026-02-03`, worker);
		expect(linksOf(since)).toContainEqual({
			href: address,
			text: expect.stringMatching(/^Febrero 2026Sin filtro: 6.h · /),
		});
		const list = read(await open(address, worker));
		expect(list).toContain("Extras: 2 De noche");
		expect(list).not.toContain("Sin filtro");
	});

	test("without a filter the links of a row are short: these pages lead back to the list anyway", async () => {
		const html = mainOf(await open(LIST));
		expect(linkTo(html, "Editar")).toBe(EDIT);
		expect(linkTo(html, "Repetir")).toBe(`${LIST}/add-work-overtime?repeat=${EXTRA}`);
		expect(linkTo(html, "Eliminar")).toBe(`${EDIT}?intent=delete`);
	});

	test("never asks for the value of the hour once it is known: neither without an estimate nor with a filter", async () => {
		const worker = seedUser(server.databasePath);
		const date = todayIn(ZONE);
		const unclassified = { minutes_unclassified: 480, is_own_split: 1 } as const;
		seedExtra(server.databasePath, worker.id, { date, ...unclassified });
		const payOn = async (query = "") => {
			const html = await open(LIST + query, worker);
			return linksOf(html.slice(html.indexOf('<a class="pay"')))[0];
		};
		expect(await payOn()).toEqual({ href: "/auth/my-pay/settings", text: "Mi pago ¿Cuánto es?" });
		seedAgreement(server.databasePath, worker.id);
		expect(await payOn()).toEqual({ href: "/auth/my-pay", text: "Mi pago sin estimar" });
		expect(await payOn("?shift=N")).toEqual({ href: "/auth/my-pay", text: "Mi pago" });
		seedExtra(server.databasePath, worker.id, {
			id_file: randomUUID(),
			date,
			minutes_100: 480,
			is_own_split: 1,
		});
		expect(evened(await payOn())).toEqual({ href: "/auth/my-pay", text: "$ 112.000 al menos" });
	});

	test("an older pay period's totals lead to the pay of that period", async () => {
		const worker = seedUser(server.databasePath);
		seedAgreement(server.databasePath, worker.id);
		seedExtra(server.databasePath, worker.id, { date: "2026-02-02" });
		for (const filter of [
			"start=2026-02-01&end=2026-02-28",
			"after=2026-03-01_1_00000000-0000-4000-8000-000000000000",
		])
			expect(await open(`${LIST}?${filter}`, worker)).toContain(
				'class="pay" href="/auth/my-pay?period=2026-02-28"',
			);
	});

	test.each([
		["Sin estimar 8 h no se cuentan", { minutes_unclassified: 480 }],
		["Estimado $ 112.000,00", { minutes_100: 480 }],
	])("leads to the pay, which says: %s", async (estimate, minutes) => {
		const worker = seedUser(server.databasePath);
		seedAgreement(server.databasePath, worker.id);
		seedExtra(server.databasePath, worker.id, { date: "2026-10-13", is_own_split: 1, ...minutes });
		expect(read(await open("/auth/my-pay?period=2026-10-01", worker))).toContain(estimate);
	});

	test("without extras says how to begin", async () => {
		const text = read(await open(LIST, newcomer));
		expect(text).toContain("No hay extras creadas Crea una nueva haciendo clic en el botón de agregar");
		const filtered = read(await open(`${LIST}?shift=x`, newcomer));
		expect(filtered).not.toContain("No hay extras creadas");
		expect(filtered).toContain("No hay extras con este filtro.");
	});
});

describe("the filter", () => {
	const chipsOf = (html: string) =>
		linksOf(/<ul class="chips applied" aria-label="Filtros aplicados">.*?<\/ul>/s.exec(html)?.[0] ?? "");

	test("shows its active fields, each with a link that removes it", async () => {
		const html = await open(`${LIST}?start=2026-01-01&end=2026-02-28&shift=%C3%B1`);
		expect(chipsOf(html)).toEqual([
			{ text: "Desde 01/01/2026", href: `${LIST}?end=2026-02-28&shift=%C3%91` },
			{ text: "Hasta 28/02/2026", href: `${LIST}?start=2026-01-01&shift=%C3%91` },
			{ text: "Turno Ñ", href: `${LIST}?start=2026-01-01&end=2026-02-28` },
		]);
		expect(html).toContain('aria-label="Turno Ñ: quitar"');
		expect(linkTo(html, "Limpiar")).toBe(LIST);
		expect(linkTo(html, "Descargar para Excel")).toBe(
			`${LIST}/export?start=2026-01-01&end=2026-02-28&shift=%C3%91`,
		);
		expect(linkTo(html, "Planilla")).toBe(`${LIST}?start=2026-01-01&end=2026-02-28&shift=%C3%91&view=sheet`);
		expect(await open(LIST)).not.toContain("quitar");
	});

	test("keeps the typed texts and shows a message beside each invalid field", async () => {
		const html = await open(`${LIST}?start=2026-02-30&end=2026-02-28&shift=%22%3E%3Cb%3E`);
		// Does not look for the typed start date in its field, because a date field cannot show a text that is no date.
		expect(inputOf(html, "start")).toContain('aria-invalid="true"');
		expect(html).toContain('id="start-error">No es una fecha: elegí día, mes y año.<');
		expect(html).toMatch(/role="radiogroup" aria-label="Turno" aria-invalid="true"/);
		expect(html).toContain('name="shift" checked="" value="&quot;&gt;&lt;b&gt;"');
		expect(inputOf(html, "end")).toContain('value="2026-02-28"');
		expect(inputOf(html, "end")).not.toContain("aria-invalid");
		expect(html).toContain('id="shift-error">El turno es una sola letra.<');
		expect(html).toContain('id="end-error"></p>');
		expect(read(html)).toContain("Extra realizada el 01/02/2026");
		expect(html).toMatch(/<details class="pop full filter" open="">/);
		expect(await open(LIST)).toMatch(/<details class="pop full filter">/);
	});

	test("keeps 'Para revisar' when other dates are chosen, in the list and on the sheet", async () => {
		const html = await open(`${LIST}?review=1&shift=n`);
		const hidden = '<input type="hidden" name="review" value="1"/>';
		expect(html).toContain(hidden);
		expect(linkTo(html, "El anterior")).toMatch(/\?start=[\d-]+&end=[\d-]+&shift=N&review=1$/);
		expect(await open(`${LIST}?view=sheet&review=1`)).toContain(hidden);
		expect(await open(LIST)).not.toContain('name="review"');
	});

	test("with only invalid fields has no list of active fields", async () => {
		const html = await open(`${LIST}?start=ayer`);
		expect(html).toContain('id="start-error">No es una fecha: elegí día, mes y año.<');
		expect(html).not.toContain("Filtros aplicados");
	});

	test("sent without script leaves empty fields out of the address", async () => {
		const { status, headers } = await send(server.origin, `${LIST}?start=&end=&shift=n`, {
			headers: { cookie: user.cookie },
		});
		expect([status, headers.location]).toEqual([302, `${LIST}?shift=n`]);
	});
});

test("the sheet has its extras, the totals, and space for signatures", async () => {
	const html = await open(`${LIST}?view=sheet&start=2026-02-01&end=2026-02-28`);
	const text = read(html);
	expect(text).toContain("Planilla de horas extra");
	expect(text).toContain("01/02/2026 al 28/02/2026");
	expect(text).toMatch(
		/dom 01\/02\/2026 22:00 02:30 Ñ 4,5 4,5 Banco de horas · Parada &lt;b&gt;de horno&lt;\/b&gt; y limpieza/,
	);
	expect(text).toContain("Total: 1 extra 4,5 0 4,5");
	// The sheet is for a supervisor. It has no explanations for the worker, and does not say when an extra was stored.
	expect(text).not.toMatch(/Anotada|31\/12\/1969|porque es/);
	for (const line of ["Firma del trabajador", "Firma del supervisor"]) expect(text).toContain(line);
	expect(linkTo(html, "Controlar con el recibo")).toBe("/auth/my-pay?period=2026-02-01");
});

test("the sheet shows the messages of an invalid filter beside the fields of 'Otras fechas'", async () => {
	const html = await open(`${LIST}?view=sheet&start=2026-02-28&end=2026-02-01&shift=noche`);
	expect(html).toMatch(/<details class="card fold other-days" open="">/);
	expect(inputOf(html, "start")).toContain('value="2026-02-28"');
	expect(inputOf(html, "end")).toMatch(/aria-invalid="true".*value="2026-02-01"/);
	expect(html).toContain('id="end-error">Es anterior a «Desde»: no la tuvimos en cuenta.<');
	expect(html).toContain('id="shift-error">El turno es una sola letra.<');
	expect(await open(`${LIST}?view=sheet`)).toMatch(/<details class="card fold other-days">/);
});

test.each([
	[LIST, "Mis Extras"],
	[`${LIST}?view=sheet`, "Planilla de horas extra"],
	[`${LIST}?view=year`, "Tu año de extras"],
	["/auth/my-days?month=2026-11", "Noviembre 2026 · Mis días"],
	["/auth/my-pay?period=2026-10-01", "Octubre de 2026 · Mi pago"],
	["/auth/my-pay?view=periods", "Todos los períodos"],
])("the page at %s is called so in the window too", async (path, title) => {
	expect(await open(path)).toContain(`<title>${title} · Relevo</title>`);
});

test("a visitor's month is called so in the window too", async () => {
	const html = await open("/my-shift/calendar/2026-11", { cookie: "mine=4turnos_7dias.C" });
	expect(html).toContain("<title>Noviembre 2026 · Mi mes · Relevo</title>");
});

const FOUND = "/my-shift/find?view=cycle&cycle=4M+2F&start=2026-11-23";

test.each([
	["a crew", "escuadra C", async () => "4turnos_7dias.C"],
	[
		"a cycle of one's own",
		"Tu ciclo es tuyo",
		async () => /name="mine" value="([^"]*)"/.exec(await open(FOUND))?.[1] ?? "",
	],
])(
	"shifts told before signing in, of %s, count for extras once Mi turno has kept them",
	async (_, shown, told) => {
		const { cookie } = seedUser(server.databasePath);
		const mine = `mine=${await told()}`;
		const both = { cookie: `${cookie}; ${mine}` };
		const add = `${LIST}/add-work-overtime?idFile=${randomUUID()}`;
		expect(read(await open(add, both))).toContain("No sabemos tu turno");
		const [form = ""] =
			/<form class="question(?:(?!<\/form>).)*Son los míos.*?<\/form>/s.exec(await open("/my-shift", both)) ??
			[];
		const fields = Array.from(
			form.matchAll(/name="(.*?)" value="(.*?)"/g),
			([, name, value]) => `${name}=${value}`,
		);
		await post(server.origin, "/my-shift", fields.join("&"), both);
		expect(read(await open(add, { cookie }))).not.toContain("No sabemos tu turno");
		expect(read(await open("/my-shift", { cookie }))).toContain(shown);
		for (const kept of [{ cookie }, both, { cookie: mine }])
			expect(await open("/my-shift", kept)).not.toContain("Son los míos");
	},
);

test("the sheet of days without extras has neither a print button nor a message to send", async () => {
	const html = await open(`${LIST}?view=sheet&start=2020-01-01&end=2020-01-31`);
	expect(read(html)).toContain("Del 01/01/2020 al 31/01/2020");
	expect(read(html)).toContain("No hay extras con este filtro.");
	for (const name of ["Imprimir", "Compartir", "Resumen para mandar"]) expect(html).not.toContain(name);
});

test("the sheet without a name leaves space to write it", async () => {
	const html = await open(`${LIST}?view=sheet`, newcomer);
	expect(html).toContain('Nombre y apellido: <span class="blank"></span>');
	expect(html).toContain('Legajo: <span class="blank"></span>');
	expect(html).not.toContain("SIN NOMBRE");
});

describe("the forms", () => {
	test("to add has the fields of the specification, today's date and one hidden key", async () => {
		const html = await open(`${LIST}/add-work-overtime?idFile=${randomUUID()}`);
		for (const name of ["hour", "date", "shift"]) {
			expect(inputOf(html, name)).toContain('required=""');
		}
		expect(html).toMatch(/<textarea[^>]*name="comment"/);
		expect(html.match(/name="idFile" value="[0-9a-f-]{36}"/g)).toHaveLength(1);
		expect(html).toMatch(
			/<input[^>]*name="otherHour"[^>]*inputMode="decimal"|<input[^>]*inputMode="decimal"[^>]*name="otherHour"/i,
		);
		for (const hour of ["4", "8", "12", "other"]) expect(html).toMatch(radio("hour", hour));
		// On a day of their own night shift, nobody has an extra at night.
		const dayOff = await open(`${LIST}/add-work-overtime?idFile=${randomUUID()}&date=2026-01-12`);
		for (const letter of ["N", "other"]) expect(dayOff).toMatch(radio("shift", letter));
		expect(html).toMatch(/<input[^>]*name="compensation"[^>]*checked="" value="pago"/);
		const [today, yesterday] = [todayIn(ZONE), addDays(todayIn(ZONE), -1)];
		expect(html).toContain(`checked="" value="${today}"`);
		for (const date of [yesterday, "other"]) expect(html).toMatch(radio("date", date));
	});

	test("offers to repeat the last extra on the day in the address, or today, and leads back to the same list", async () => {
		const add = `${LIST}/add-work-overtime`;
		const repeated = async (date: string) => {
			const link = linkTo(await open(`${add}?idFile=${randomUUID()}${date}`), "Repetir");
			expect(link).toBe(`${add}?repeat=last${date}`);
			return open(`${link}&idFile=${randomUUID()}`);
		};
		const onDate = await repeated("&date=2026-01-12");
		expect(read(onDate)).toContain("Es la del 01/02/2026 con la fecha del 12/01/2026. Fijate que esté bien");
		expect(onDate).toMatch(/name="otherDate"[^>]*value="2026-01-12"/);
		const form = new URLSearchParams({ idFile: randomUUID(), hour: "99" });
		const again = `${add}?repeat=last&idFile=${form.get("idFile")}`;
		const refused = await post(server.origin, again, `${form}`, { cookie: user.cookie });
		expect(refused.text).toContain("<h1>Agregar extra</h1>");
		expect(read(refused.text)).not.toContain("Es la del");
		const onToday = await repeated("");
		expect(read(onToday)).toContain("Es la del 01/02/2026 con la fecha de hoy. Fijate que esté bien");
		expect(onToday).toContain(`checked="" value="${todayIn(ZONE)}"`);
		await repeated("&redirectTo=%2Fauth%2Fwork-overtime%3Fshift%3DN");
	});

	test("offers nothing to repeat before the first extra", async () => {
		const html = await open(
			`${LIST}/add-work-overtime?idFile=${randomUUID()}`,
			seedUser(server.databasePath),
		);
		expect(linkTo(html, "Repetir")).toBeUndefined();
	});

	test("to edit has 'Editar Extra' as title and button, and shows the stored values", async () => {
		const html = await open(EDIT);
		expect(html).toMatch(/<title>Editar Extra/);
		expect(html).toContain("<h1>Editar Extra</h1>");
		expect(html).toMatch(/<button[^>]*type="submit"[^>]*>\s*Editar Extra\s*<\/button>/);
		const other = { otherHour: "4,5", otherDate: "2026-02-01", otherShift: "Ñ" };
		for (const [name, value] of Object.entries(other))
			expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
		expect(html.match(/checked="" value="other"/g)).toHaveLength(3);
		expect(html).toMatch(/name="startTime"[^>]*value="22:00"/);
		expect(html).toMatch(/<input[^>]*name="compensation"[^>]*checked="" value="banco"/);
		expect(html).toContain("Parada &lt;b&gt;de horno&lt;/b&gt;\ny limpieza</textarea>");
	});

	test("name the own shifts of today, yesterday and the date of the form", async () => {
		// Crew A begins mornings on Monday 2024-01-01, in a cycle of 21 days.
		const told = (html: string) =>
			/<p class="hint" id="extra-shift-description">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<[^>]+>/g, "");
		const answer = async (date: string) => {
			const form = new URLSearchParams({ idFile: randomUUID(), hour: "99", date, shift: "N" });
			const add = await post(server.origin, `${LIST}/add-work-overtime`, `${form}`, { cookie: user.cookie });
			const edit = await post(server.origin, EDIT, `${form}`, { cookie: user.cookie });
			expect(told(add.text)).toBe(told(edit.text));
			return told(add.text);
		};
		const doubt = "(sin confirmar)";
		expect(await answer("2024-01-09")).toMatch(
			/^Hoy (tu turno es [MTN]|franco), ayer ([MTN]|franco), el martes 09\/01\/2024 T \(/,
		);
		expect(await answer("2024-01-15")).toContain(`, el lunes 15/01/2024 N ${doubt}.`);
		expect(await answer("2024-01-14")).toContain(`, el domingo 14/01/2024 franco ${doubt}.`);
		expect(await answer("2024-02-30")).toMatch(/^Hoy [^,]*, ayer [MTNa-z ]*\(/);
		expect(told(await open(`${LIST}/add-work-overtime?idFile=${randomUUID()}`, newcomer))).toBe(
			"No sabemos tu turno: decilo en Mi turno o elegí tu diagrama y tu escuadra en Mi Perfil.",
		);
	});

	test("are shown again with status 400, the typed values and the messages", async () => {
		for (const path of [`${LIST}/add-work-overtime`, EDIT]) {
			const typed = { idFile: randomUUID(), hour: "16,25", date: "2026-02-30", shift: "MN", comment: "<i>" };
			const { status, text } = await post(server.origin, path, new URLSearchParams(typed).toString(), {
				cookie: user.cookie,
			});
			expect(status).toBe(400);
			expect(text).toMatch(/<title>Error: /);
			expect(text).toContain('value="16,25"');
			expect(text).toContain('value="2026-02-30"');
			expect(text).toContain('value="MN"');
			expect(text).toContain("&lt;i&gt;</textarea>");
			expect(text).toContain("Cantidad de horas no permitida.");
			expect(text).toContain("No es una fecha: elegí día, mes y año.");
			expect(text).toContain("El turno es una sola letra.");
		}
	});

	test("ask for confirmation before deleting", async () => {
		const html = await open(`${EDIT}?intent=delete&redirectTo=${encodeURIComponent(`${LIST}?shift=N`)}`);
		expect(read(html)).toContain(
			"Confirmación ¿Estás seguro de que quieres eliminar la extra? Extra de 4,5 h del 01/02/2026, turno Ñ",
		);
		expect(linkTo(html, "Cancelar")).toBe(`${LIST}?shift=N`);
		expect(html).toMatch(/<button[^>]*name="intent"[^>]*value="delete"[^>]*>/);
	});
});

test("after deleting, the message on the list can restore the extra, and can be closed", async () => {
	const cookie = newcomer.cookie;
	seedExtra(server.databasePath, newcomer.id, { comment: "vuelve" });
	const deleted = await post(server.origin, EDIT, "intent=delete", { cookie });
	expect([deleted.status, deleted.headers.location]).toEqual([303, LIST]);
	const toast = deleted.headers["set-cookie"]?.find((text) => text.startsWith("toast="))?.split(";")[0];
	const html = await open(LIST, { ...newcomer, cookie: `${cookie}; ${toast}` });
	expect(read(html)).toMatch(/Extra eliminada\s+Deshacer/);
	expect(html).toMatch(/<form class="close" method="dialog"><button[^>]* aria-label="Cerrar">/);
	expect(html).not.toContain("vuelve");
	expect(html).toContain(`<form method="post" action="${LIST}"`);
	expect(html).toMatch(/<button[^>]*name="intent" value="undo"[^>]*>Deshacer/);
	expect((await post(server.origin, LIST, `intent=undo&idFile=${EXTRA}`, { cookie })).status).toBe(303);
	expect(await open(LIST, newcomer)).toContain("vuelve");
});

test("an extra that cannot be read gets the message of the specification", async () => {
	const file = new SQLite(server.databasePath, { timeout: 5000 });
	file.exec("ALTER TABLE extras RENAME TO elsewhere");
	const { status, text } = await send(server.origin, EDIT, { headers: { cookie: user.cookie } });
	file.exec("ALTER TABLE elsewhere RENAME TO extras");
	file.close();
	expect(status).toBe(500);
	expect(read(text)).toMatch(/Error Error al traer datos de la extra\. Aceptar/);
	expect(text).toMatch(/<dialog open=""[^>]*role="alertdialog"/);
});

test("a failure to save opens a dialog and keeps the typed values", async () => {
	const file = new SQLite(server.databasePath, { timeout: 5000 });
	const failing = async (what: string, path: string, fields: Record<string, string>) => {
		file.exec(`CREATE TRIGGER broken BEFORE ${what} ON extras BEGIN SELECT RAISE(ABORT, 'broken'); END`);
		const answer = await post(server.origin, path, new URLSearchParams(fields).toString(), {
			cookie: user.cookie,
		});
		file.exec("DROP TRIGGER broken");
		expect(answer.status).toBe(500);
		expect(answer.text).toMatch(/<dialog open=""[^>]*role="alertdialog"/);
		return answer.text;
	};
	const fields = { idFile: randomUUID(), hour: "8", date: "2026-02-03", shift: "N", comment: "se queda" };
	const added = await failing("INSERT", `${LIST}/add-work-overtime`, fields);
	expect(read(added)).toMatch(/Error Error al agregar la extra\. Aceptar/);
	expect(added).toContain("se queda</textarea>");
	const edited = await failing("UPDATE", EDIT, fields);
	expect(read(edited)).toMatch(/Error Error al editar extra\. Aceptar/);
	expect(edited).toContain("se queda</textarea>");
	const deleted = await failing("DELETE", EDIT, { intent: "delete" });
	expect(read(deleted)).toMatch(/Error No se pudo eliminar la extra Aceptar/);
	expect(read(deleted)).toContain("¿Estás seguro de que quieres eliminar la extra?");
	file.close();
});
