import { isIP } from "node:net";
import * as z from "zod";
import { followLink, isNoFolder, isPrivate } from "./files/setting-paths.server";

/** Thrown for an invalid environment variable, which the Spanish message names. */
export class SettingsError extends Error {}

const text = z.string().trim().min(1).optional();
const privateFolder = text.refine(isPrivate, "tiene que ser una carpeta fuera de public, que ve cualquiera");
const webAddress = z
	.url({ protocol: /^https?$/, error: "tiene que ser una dirección http:// o https://" })
	.optional();

const ADDRESS = String.raw`(?:[\w+-]+\.)*[\w+-]+@(?:[\w-]+\.)*[\w-]+`;
const NAME = String.raw`[^\p{C}<>()@:;"]*`;
/**
 * Pattern of MAIL_FROM: exactly one mailbox. With several mailboxes, a group or a comment, nodemailer would send from
 * another address or from none.
 */
const SENDER = new RegExp(`^(?:(?:"${NAME}"|${NAME})\\s?<${ADDRESS}>|${ADDRESS})$`, "u");

const settings = z.object({
	NODE_ENV: z
		.enum(["production", "development", "test"], { error: "tiene que ser production, development o test" })
		.default("production"),
	PORT: numberIn(1, 65_535).default(3000),
	HOST: text,
	APP_URL: webAddress.refine(isOrigin, "tiene que ser solo el origen, por ejemplo https://relevo.ejemplo.ar"),
	DATABASE_PATH: text
		.default("db/data/relevo.sqlite")
		// SQLite would keep everything in memory, until the server stops.
		.refine((path) => path !== ":memory:", "tiene que ser un archivo, por ejemplo /data/relevo.sqlite")
		.refine(isNoFolder, "tiene que ser un archivo, por ejemplo /data/relevo.sqlite, y es una carpeta")
		.transform(followLink),
	UPLOADS_DIR: privateFolder.default("uploads"),
	BACKUPS_DIR: privateFolder.default("db/data/backups"),
	/** Allows a start without a database although data of a site stand beside. */
	FRESH_SITE: z.literal("1", { error: "tiene que ser 1, o faltar" }).optional(),
	/** Minutes between two checks whether a backup is needed; 0 for no backups. Fractions are for tests. */
	BACKUP_EVERY: numberIn(0, 1440, "de minutos", /^\d{1,4}(\.\d{1,3})?$/).default(15),
	METRICS_PORT: numberIn(1, 65_535).optional(),
	METRICS_HOST: z
		.string()
		.refine((address) => isIP(address) > 0, "tiene que ser una dirección IP, por ejemplo 127.0.0.1")
		.default("127.0.0.1"),
	SESSION_SECRET: z
		.string()
		.transform((list) => list.split(",").map((secret) => secret.trim()))
		.refine(
			(secrets) => secrets.every((secret) => secret.length >= 32 && new Set(secret).size >= 8),
			"cada secreto tiene que tener 32 caracteres o más, elegidos al azar",
		)
		.optional(),
	SMTP_URL: z
		.url({
			protocol: /^smtps?$/,
			hostname: /./,
			error:
				"tiene que ser una dirección smtp://HOST o smtps://HOST; los signos @ : / # % de la contraseña van como %40 %3A %2F %23 %25",
		})
		.optional(),
	OUTBOX_DIR: text.default("db/data/outbox"),
	MAIL_FROM: z
		.string()
		.regex(SENDER, { error: "tiene que ser un remitente como Relevo <relevo@ejemplo.ar>" })
		.default("Relevo <no-responder@localhost>"),
	GOOGLE_CLIENT_ID: text,
	GOOGLE_CLIENT_SECRET: text,
	GOOGLE_AUTH_URL: webAddress.default("https://accounts.google.com/o/oauth2/v2/auth"),
	GOOGLE_TOKEN_URL: webAddress.default("https://oauth2.googleapis.com/token"),
	GOOGLE_USERINFO_URL: webAddress.default("https://openidconnect.googleapis.com/v1/userinfo"),
	ANDROID_APP_URL: webAddress,
	IOS_APP_URL: webAddress,
	SUPPORT_EMAIL: z.email({ error: "tiene que ser un correo" }).optional(),
	LIVE_CHAT_URL: webAddress,
	RESPONSIBLE_NAME: text,
	RESPONSIBLE_ADDRESS: text,
	SOCIAL_X: webAddress,
	SOCIAL_INSTAGRAM: webAddress,
	SOCIAL_FACEBOOK: webAddress,
	SOCIAL_WEB: webAddress,
	DEVELOPER_CREDIT: text,
	/** "off" serves the kill switch at /sw.js, which removes the service worker and its copies from all browsers. */
	SERVICE_WORKER: z.enum(["on", "off"], { error: "tiene que ser on u off" }).default("on"),
	/** `off` asks nobody whether they want notices, and sends none. */
	PUSH: z.enum(["on", "off"], { error: "tiene que ser on u off" }).default("on"),
	/** For tests: the origin of the only push service. */
	PUSH_TEST_ORIGIN: z.url({ protocol: /^https$/, error: "tiene que ser un origen https://" }).optional(),
	TRUST_PROXY_HOPS: numberIn(0, 10).default(0),
	TZ_APP: z
		.string()
		.refine(isTimeZone, "tiene que ser una zona horaria como America/Argentina/Buenos_Aires")
		.default("America/Argentina/Buenos_Aires"),
});

const envSchema = settings.superRefine((given, context) => {
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, PORT, METRICS_PORT, PUSH_TEST_ORIGIN } = given;
	if (PUSH_TEST_ORIGIN && given.NODE_ENV === "production")
		context.addIssue({ code: "custom", path: ["PUSH_TEST_ORIGIN"], message: "es solo para los tests" });
	if (METRICS_PORT === PORT)
		context.addIssue({ code: "custom", path: ["METRICS_PORT"], message: "tiene que ser otro que PORT" });
	if ((GOOGLE_CLIENT_ID === undefined) === (GOOGLE_CLIENT_SECRET === undefined)) return;
	const missing = GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
	context.addIssue({ code: "custom", path: [missing], message: "falta: los dos datos de Google van juntos" });
});

/**
 * Parses the environment variables. A blank variable counts as absent, because compose files pass absent variables
 * as blank.
 * @throws SettingsError for the first invalid variable
 */
export function parseEnv(variables: Record<string, string | undefined>) {
	const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
	const result = envSchema.safeParse(given);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new SettingsError(`${issue?.path.join(".")}: ${issue?.message}`);
}

/** Settings that a site for others needs. */
const FOR_OTHERS = ["APP_URL", "SMTP_URL", "MAIL_FROM", "RESPONSIBLE_NAME", "RESPONSIBLE_ADDRESS"];

/** The settings that a site for others needs and that are not set. */
export function unsetForOthers(variables: Readonly<Record<string, string | undefined>>): string[] {
	return FOR_OTHERS.filter((name) => !variables[name]?.trim());
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

// Files that the server writes contain personal data, so only their owner may read them.
process.umask(0o077);

export const env = parseEnvOrExit();

/** APP_URL without a slash at its end, if set. */
export const appOrigin = env.APP_URL ? new URL(env.APP_URL).origin : undefined;

/** Origin of canonical links and mails, never taken from a request. */
export const publicOrigin = appOrigin ?? `http://localhost:${env.PORT}`;

export const isHttps = publicOrigin.startsWith("https:");

/** Whether people may ask for notices. Browsers offer them on pages with https only, and push services want it too. */
export const isPushOn = env.PUSH === "on" && (isHttps || env.PUSH_TEST_ORIGIN !== undefined);

/** Whether the operator has configured the sign-in with Google. Otherwise no page shows the Google button. */
export const isGoogleConfigured = env.GOOGLE_CLIENT_ID !== undefined;

function parseEnvOrExit() {
	try {
		return parseEnv(process.env);
	} catch (error) {
		if (!(error instanceof SettingsError)) throw error;
		process.stderr.write(`Ajuste incorrecto: ${error.message}\n`);
		process.exit(1);
	}
}

function numberIn(min: number, max: number, kind = "entero", format = /^\d{1,6}$/) {
	const message = `tiene que ser un número ${kind} entre ${min} y ${max}`;
	return z
		.string()
		.regex(format, message)
		.transform(Number)
		.refine((number) => number >= min && number <= max, message);
}

function isOrigin(address: string | undefined): boolean {
	// The schema `webAddress` has already refused malformed URLs.
	if (!address || !URL.canParse(address)) return true;
	const url = new URL(address);
	// A server can listen on 0.0.0.0 and [::], but no browser can visit these addresses.
	if (["0.0.0.0", "[::]"].includes(url.hostname)) return false;
	return url.href === `${url.origin}/`;
}

function isTimeZone(zone: string): boolean {
	try {
		new Intl.DateTimeFormat("es", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
}
