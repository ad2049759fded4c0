/** Generates requests, most of them malformed, which are the same for the same seed. */
import { deflateRawSync } from "node:zlib";
import { seededRandom } from "../figures/seeded-random";
import { cookieNames, fieldNames, fieldValues } from "./field-values";

export interface FuzzCase {
	method: "GET" | "POST";
	path: string;
	headers: Record<string, string>;
	body?: Buffer;
}

const PASSWORD = "una que nadie prueba";
const newPassword = { password: PASSWORD, confirmPassword: PASSWORD };

const newAccount = { username: "soldador", email: "nueva@planta.example", ...newPassword };

/** Key of the document that the second request adds; later requests edit and delete the document. */
const DOCUMENT = "33333333-3333-4333-8333-333333333333";
const documentTexts = { title: "Licencia", description: "Clase D1", expiresOn: "2027-01-31" };
/** Key of the extra (overtime entry) that a valid form creates; other requests edit and delete the extra. */
const EXTRA = "22222222-2222-4222-8222-222222222222";
const extra = {
	hour: "4,5",
	date: "2026-11-20",
	shift: "N",
	startTime: "22:00",
	compensation: "pago",
	hours50: "1",
};
/** A CSV file with one extra, in the format of the export. */
const IMPORTED =
	"Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario\r\n20/11/2026;N;8;22:00;8;0;pago;x\r\n";

/** Key of an entry of own days (vacation, leave and the like) in the valid forms below. */
const OWN_DAY = "44444444-4444-4444-8444-444444444444";

/** Valid forms, in which at most one value is replaced: such a form reaches deeper code than random fields. */
const targets: readonly (readonly [path: string, form: Readonly<Record<string, string>>])[] = [
	["/auth/register", newAccount],
	["/auth/login", { email: "nadie@planta.example", password: "otra que nadie tiene", redirectTo: "/home" }],
	["/auth/logout", {}],
	["/auth/recovery-pass", { email: "conocido0@planta.example" }],
	["/auth/reset-pass", newPassword],
	["/auth/verify-email", { intent: "code", code: "123456" }],
	["/auth/google/callback", {}],
	["/auth/my-account", { intent: "autoDiagram", autoDiagram: "si" }],
	[
		"/auth/my-account/edit-profile",
		{ intent: "profile", realName: "Ana María", diagram: "3turnos", crew: "A", web: "https://a.example/" },
	],
	["/auth/my-account/edit-profile", { intent: "password", currentPassword: "no es esta", ...newPassword }],
	["/auth/export", {}],
	["/auth/delete-account", { intent: "delete", currentPassword: "no es esta", confirmation: "ELIMINAR" }],
	["/auth/my-documents", {}],
	["/auth/my-document/add-document", { idFile: DOCUMENT, ...documentTexts, images: "" }],
	["/auth/my-document/add-document", { idFile: DOCUMENT, intent: "images", images: "" }],
	[`/auth/edit-document/${DOCUMENT}`, { ...documentTexts, removeImages: DOCUMENT, images: "" }],
	[`/auth/view-document/${DOCUMENT}`, { intent: "delete", redirectTo: "/auth/my-documents" }],
	["/auth/work-overtime", {}],
	["/auth/work-overtime/add-work-overtime", { idFile: EXTRA, ...extra }],
	[`/auth/edit-work-overtime/${EXTRA}`, extra],
	[`/auth/edit-work-overtime/${EXTRA}`, { intent: "delete", redirectTo: "/auth/work-overtime" }],
	[`/auth/edit-work-overtime/${EXTRA}`, { intent: "undo" }],
	["/auth/work-overtime/export", {}],
	["/auth/work-overtime/preview", extra],
	["/auth/work-overtime?view=year", {}],
	["/auth/my-pay", {}],
	["/auth/my-pay?period=2026-10-01", { hours50: "16", hours100: "8", daysOff: "1", amount: "100.000,50" }],
	["/auth/my-pay/settings", {}],
	[
		"/auth/my-pay/settings/hour-value/add",
		{ basis: "hour", amount: "7.000,50", divisor: "200", since: "2026-01-01" },
	],
	["/auth/my-pay/settings/rates/add", { weekday: "50", saturday: "100", night: "0", since: "2026-01-01" }],
	["/auth/work-overtime/import", { pasted: IMPORTED }],
	["/auth/work-overtime/import", { confirmed: deflateRawSync(IMPORTED).toString("base64") }],
	["/images/00000000-0000-4000-8000-000000000000-320.webp", {}],
	["/home", {}],
	["/cookies", { intent: "accepted", redirectTo: "/home" }],
	["/diagrams/3turnos", {}],
	["/diagrams/3turnos/compare", {}],
	["/my-shift", { mine: "4turnos_7dias.C" }],
	["/my-shift/find", {}],
	["/my-shift/find?view=cycle", {}],
	["/my-shift/swap", {}],
	["/auth/my-days", { intent: "undo", idFile: OWN_DAY }],
	[
		"/auth/my-days?day=hoy",
		{ idFile: OWN_DAY, kind: "vacaciones", firstDay: "2026-11-23", lastDay: "2026-11-29" },
	],
	[`/auth/my-days?edit=${OWN_DAY}`, { kind: "cambio", firstDay: "2026-11-23", crew: "A" }],
	["/auth/my-calendar", { intent: "make", alarms: "both" }],
	["/calendars/4turnos_7dias-C-2027.ics", {}],
	["/calendars/4turnos_7dias-Z-99999.ics", {}],
	["/calendars/%FF%00-A-2027.ics", {}],
	[`/feeds/${"a".repeat(43)}.ics`, {}],
	["/feeds/%2e%2e%2f%F0%9F.ics", {}],
	["/feeds/.ics", {}],
];

/**
 * Generates requests without end. The first two are valid: they register a person and add a document, on which later
 * requests act.
 * @param session Cookie header of a signed-in person
 */
export function* fuzzCases(seed: number, session: string): Generator<FuzzCase> {
	yield validPost("/auth/register", newAccount, session);
	yield validPost("/auth/my-document/add-document", { idFile: DOCUMENT, ...documentTexts }, session);
	const random = seededRandom(seed);
	const below = (end: number) => Math.floor(random() * end);
	const pick = <Item>(items: readonly Item[], fallback: Item): Item => items[below(items.length)] ?? fallback;
	const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
	type Fields = [name: string, value: string][];
	const anyFields = (): Fields =>
		Array.from({ length: below(8) }, () => [pick(fieldNames, "x"), pick(fieldValues, "x")]);
	const fieldsOf = (form: Readonly<Record<string, string>>): Fields => {
		const fields: Fields = Object.entries(form);
		const mutated = below(fields.length + 1);
		return fields.map(([name, value], at) => [name, at === mutated ? pick(fieldValues, "x") : value]);
	};

	const mutate = (text: string) => {
		const at = below(text.length + 1);
		const piece = bytes(below(4)).toString("latin1");
		return text.slice(0, at) + piece + text.slice(at + below(3));
	};
	const cookie = () => {
		const mutated = `${pick(cookieNames, "x")}=${pick([mutate(session), pick(fieldValues, ""), bytes(12).toString("base64")], "")}`;
		return mutated.replace(/[^\x20-\x7e]/g, "x").slice(0, 10_000);
	};
	// One in six fields has the wrong type: a file as text, or a text as file.
	const isFile = (name: string) => (name === "images") !== (below(6) === 0);
	const multipart = (fields: Fields): { type: string; body: Buffer } => {
		const parts = fields.map(
			([name, value]) =>
				`--x\r\nContent-Disposition: form-data; name="${name}"${isFile(name) ? `; filename="${value && "a.jpg"}"` : ""}\r\n\r\n${value}\r\n`,
		);
		const body = Buffer.from(`${parts.join("")}--x--\r\n`);
		for (let flips = below(6); flips > 0; flips--) body[below(body.length)] = below(256);
		return {
			type: "multipart/form-data; boundary=x",
			body: body.subarray(0, below(3) === 0 ? below(body.length) : undefined),
		};
	};
	const urlencoded = (fields: Fields): { type: string; body: Buffer } => {
		const text = new URLSearchParams(fields).toString();
		return {
			type: "application/x-www-form-urlencoded",
			body: Buffer.from(below(5) === 0 ? mutate(text) : text),
		};
	};

	for (;;) {
		const query =
			below(3) === 0
				? `?${new URLSearchParams(anyFields().map(([name, value]) => [name, value.slice(0, 500)]))}`
				: "";
		const [address, form] = pick(targets, ["/home", {}]);
		const headers: Record<string, string> = {
			"sec-fetch-site": "same-origin",
			// Each request has another client address, because the server limits the requests of one address.
			"x-forwarded-for": `10.${below(256)}.${below(256)}.${below(256)}`,
		};
		const kind = below(address === "/auth/logout" ? 2 : 4);
		if (kind > 0) headers.cookie = kind === 1 ? cookie() : session;
		const path = address + query;
		if (below(3) === 0) {
			yield { method: "GET", path, headers };
			continue;
		}
		const fields = below(2) === 0 ? fieldsOf(form) : anyFields();
		const hasFiles = "images" in form;
		const { type, body } = below(3) === 0 || hasFiles ? multipart(fields) : urlencoded(fields);
		yield { method: "POST", path, headers: { ...headers, "content-type": type }, body };
	}
}

function validPost(path: string, form: Readonly<Record<string, string>>, cookie: string): FuzzCase {
	const parts = Object.entries(form).map(
		([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
	);
	const headers = {
		"sec-fetch-site": "same-origin",
		"content-type": "multipart/form-data; boundary=x",
		cookie,
	};
	return { method: "POST", path, headers, body: Buffer.from(`${parts.join("")}--x--\r\n`) };
}
