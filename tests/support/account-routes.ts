import { deflateRawSync } from "node:zlib";
import SQLite from "better-sqlite3";
import { DOCUMENT, EXTRA, IMAGE, OWN_DAY, PASSKEY, SINCE, SLIP_START } from "./accounts-on-disk";

interface AccountRoute {
	path: string;
	/** File in app/routes, without extension. */
	route: string;
	/** Whether the path requires a session. */
	guarded: boolean;
	/** Whether account-requests.test.ts expects status 404 for other users. Extras and pay slips have their own tests. */
	owned?: boolean;
	/** Path to which a verified user is redirected. */
	leadsTo?: string;
	/** Fields of each form at this path. */
	forms: Record<string, string>[];
}

const PASSWORD = "acero frío 1900";
/** A CSV file in the format of the overtime export. */
const IMPORTED =
	"Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario\r\n20/11/2026;N;8;22:00;8;0;pago;Horno\r\n";

/** Sign-in pages, pages of a signed-in user and the address of a user's photo, with the forms of each page. */
export const accountRoutes: readonly AccountRoute[] = [
	{
		path: "/auth/register",
		route: "auth.register",
		guarded: false,
		forms: [
			{ username: "soldador", email: "x@planta.example", password: PASSWORD, confirmPassword: PASSWORD },
		],
	},
	{
		path: "/auth/login",
		route: "auth.login",
		guarded: false,
		forms: [{ email: "x@planta.example", password: PASSWORD }, { passkey: "{}" }],
	},
	{ path: "/auth/login/passkey", route: "auth.login_.passkey", guarded: false, forms: [] },
	{
		path: "/auth/passkeys",
		route: "auth.passkeys",
		guarded: true,
		forms: [
			{ intent: "add", name: "Mi teléfono", passkey: "{}" },
			{ intent: "rename", key: PASSKEY, name: "La tablet" },
		],
	},
	{
		path: `/auth/passkeys?passkey=${PASSKEY}&intent=delete`,
		route: "auth.passkeys",
		guarded: true,
		forms: [{ intent: "delete" }],
	},
	{
		path: "/auth/passkeys/start",
		route: "auth.passkeys_.start",
		guarded: true,
		// The seeded users have no password, so the form has no fields.
		forms: [{}],
	},
	{ path: "/auth/phone-key", route: "auth.phone-key", guarded: false, forms: [{}] },
	{ path: "/auth/logout", route: "auth.logout", guarded: false, forms: [{}] },
	{
		path: "/auth/recovery-pass",
		route: "auth.recovery-pass",
		guarded: false,
		forms: [{ email: "x@planta.example" }],
	},
	{
		path: "/auth/reset-pass",
		route: "auth.reset-pass",
		guarded: false,
		forms: [{ password: PASSWORD, confirmPassword: PASSWORD }],
	},
	{
		path: "/auth/verify-email",
		route: "auth.verify-email",
		guarded: true,
		forms: [
			{ intent: "resend" },
			{ intent: "code", code: "123456" },
			{ intent: "enter" },
			{ intent: "confirm" },
		],
	},
	{
		path: "/auth/verify-email/wait",
		route: "auth.verify-email_.wait",
		guarded: true,
		leadsTo: "/auth/verify-email",
		forms: [],
	},
	{ path: "/auth/google", route: "auth.google", guarded: false, forms: [{}] },
	{ path: "/auth/google/callback", route: "auth.google_.callback", guarded: false, forms: [] },
	{ path: "/auth/more", route: "auth.more", guarded: true, forms: [] },
	{
		path: "/auth/my-account",
		route: "auth.my-account",
		guarded: true,
		forms: [{ intent: "autoDiagram", autoDiagram: "si" }],
	},
	{
		path: "/auth/my-account/edit-profile",
		route: "auth.my-account_.edit-profile",
		guarded: true,
		forms: [
			{ intent: "profile", realName: "Otro Nombre", diagram: "3turnos" },
			{
				intent: "password",
				currentPassword: PASSWORD,
				password: "otra más larga",
				confirmPassword: "otra más larga",
			},
			{ intent: "sessions" },
		],
	},
	{
		path: "/auth/my-calendar",
		route: "auth.my-calendar",
		guarded: true,
		forms: [
			{ intent: "make", alarms: "both" },
			{ intent: "alarms", alarms: "none" },
			{ intent: "renew" },
			{ intent: "revoke" },
		],
	},
	{
		path: "/auth/notices",
		route: "auth.notices",
		guarded: true,
		forms: [{ intent: "shiftNotices", shiftNotices: "no" }, { intent: "unsubscribe" }],
	},
	{ path: "/auth/export", route: "auth.export", guarded: true, forms: [] },
	{
		path: "/auth/delete-account",
		route: "auth.delete-account",
		guarded: true,
		forms: [{ intent: "delete", currentPassword: PASSWORD, confirmation: "ELIMINAR" }, { intent: "code" }],
	},
	{
		path: "/auth/work-overtime",
		route: "auth.work-overtime",
		guarded: true,
		forms: [
			{ intent: "delete", idFile: EXTRA },
			{ intent: "undo", idFile: EXTRA },
		],
	},
	{
		path: "/auth/work-overtime/add-work-overtime",
		route: "auth.work-overtime_.add-work-overtime",
		guarded: true,
		forms: [{ idFile: EXTRA, hour: "8", date: "2026-11-20", shift: "N", comment: "Parada de horno" }],
	},
	{
		path: `/auth/edit-work-overtime/${EXTRA}`,
		route: "auth.edit-work-overtime.$idFile",
		guarded: true,
		forms: [
			{ hour: "4,5", date: "2026-11-19", shift: "M", startTime: "06:00", compensation: "franco" },
			{ intent: "delete" },
		],
	},
	{
		path: `/auth/my-pay?period=${SLIP_START}`,
		route: "auth.my-pay",
		guarded: true,
		forms: [
			{ hours50: "8", hours100: "4", daysOff: "1", amount: "45000" },
			{ intent: "settle" },
			{ intent: "reopen" },
			{ intent: "delete" },
			{ intent: "undo", idFile: SLIP_START },
		],
	},
	{
		path: "/auth/work-overtime/import",
		route: "auth.work-overtime_.import",
		guarded: true,
		forms: [{ pasted: IMPORTED }, { confirmed: deflateRawSync(IMPORTED).toString("base64") }],
	},
	{ path: "/auth/work-overtime/preview", route: "auth.work-overtime_.preview", guarded: true, forms: [] },
	{ path: "/auth/work-overtime/export", route: "auth.work-overtime_.export", guarded: true, forms: [] },
	{
		path: "/auth/my-days",
		route: "auth.my-days",
		guarded: true,
		forms: [
			{ intent: "delete", idFile: OWN_DAY },
			{ intent: "undo", idFile: OWN_DAY },
		],
	},
	{
		path: "/auth/my-days?day=hoy",
		route: "auth.my-days",
		guarded: true,
		forms: [{ idFile: OWN_DAY, kind: "licencia", firstDay: "2026-12-01" }],
	},
	{
		path: `/auth/my-days?edit=${OWN_DAY}`,
		route: "auth.my-days",
		guarded: true,
		owned: true,
		forms: [{ kind: "parada", firstDay: "2026-11-23" }, { intent: "delete" }],
	},
	{
		path: `/auth/my-days/history/${SINCE}`,
		route: "auth.my-days_.history.$since",
		guarded: true,
		owned: true,
		forms: [{ since: "2026-09-01" }, { intent: "delete" }],
	},
	{
		path: "/auth/my-pay/settings",
		route: "auth.my-pay_.settings",
		guarded: true,
		forms: [{ payPeriod: "fortnight", plantNumber: "20417" }],
	},
	{
		path: "/auth/my-pay/settings/hour-value/add",
		route: "auth.my-pay_.settings_.$term.$since",
		guarded: true,
		forms: [{ basis: "hour", amount: "7.000,50", since: "2026-11-01" }],
	},
	{
		path: `/auth/my-pay/settings/hour-value/${SINCE}`,
		route: "auth.my-pay_.settings_.$term.$since",
		guarded: true,
		owned: true,
		forms: [{ basis: "month", amount: "1400000", divisor: "200", since: SINCE }, { intent: "delete" }],
	},
	{
		path: `/auth/my-pay/settings/rates/${SINCE}`,
		route: "auth.my-pay_.settings_.$term.$since",
		guarded: true,
		owned: true,
		forms: [
			{
				name: "propio",
				weekday: "60",
				saturday: "100",
				sunday: "100",
				holiday: "100",
				ownShift: "100",
				night: "20",
				dayOff: "franco",
				unionDay: "si",
				since: SINCE,
			},
			{ intent: "delete" },
		],
	},
	{
		path: "/auth/my-documents",
		route: "auth.my-documents",
		guarded: true,
		forms: [{ intent: "delete", idFile: DOCUMENT }],
	},
	{
		path: "/auth/my-document/add-document",
		route: "auth.my-document.add-document",
		guarded: true,
		forms: [{ idFile: DOCUMENT, title: "Otro título", description: "Otra descripción" }],
	},
	{
		path: `/auth/edit-document/${DOCUMENT}`,
		route: "auth.edit-document.$idFile",
		guarded: true,
		owned: true,
		forms: [{ title: "Otro título", description: "Otra descripción" }],
	},
	{
		path: `/auth/view-document/${DOCUMENT}`,
		route: "auth.view-document.$idFile",
		guarded: true,
		owned: true,
		forms: [{ intent: "delete" }],
	},
	{
		path: `/auth/view-document/${DOCUMENT}/pdf`,
		route: "auth.view-document.$idFile_.pdf",
		guarded: true,
		owned: true,
		forms: [],
	},
	{ path: "/auth/porteria", route: "auth.porteria", guarded: true, forms: [] },
	{
		path: `/images/${IMAGE}-320.webp`,
		route: "images.$file",
		guarded: true,
		owned: true,
		forms: [],
	},
];

/**
 * Returns all rows as one text, but for those of deleted records, which a sweep may erase at any moment. A server may have
 * the database open.
 */
export function dump(databasePath: string): string {
	const file = new SQLite(databasePath, { readonly: true });
	const tables = file
		.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
		.pluck()
		.all();
	const rows = tables
		.filter((table) => table !== "deleted_records")
		.map((table) => [table, file.prepare(`SELECT * FROM "${table}"`).all()]);
	file.close();
	return JSON.stringify(rows);
}
