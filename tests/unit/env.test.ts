import { describe, expect, test } from "vitest";
import { parseEnv, SettingsError, settingNames, unsetForOthers } from "~/lib/env.server";
import { misspeltSettings } from "../../scripts/operator/settings-advice";

const secret = "Zk3v9QpX7-mN2bR8wLsT4yHcJd6gFa1e";

describe("with nothing set, or with the blanks that compose files pass", () => {
	const defaults = {
		NODE_ENV: "production",
		PORT: 3000,
		DATABASE_PATH: "db/data/relevo.sqlite",
		UPLOADS_DIR: "uploads",
		BACKUPS_DIR: "db/data/backups",
		BACKUP_EVERY: 15,
		METRICS_HOST: "127.0.0.1",
		OUTBOX_DIR: "db/data/outbox",
		MAIL_FROM: "Relevo <no-responder@localhost>",
		GOOGLE_AUTH_URL: "https://accounts.google.com/o/oauth2/v2/auth",
		GOOGLE_TOKEN_URL: "https://oauth2.googleapis.com/token",
		GOOGLE_USERINFO_URL: "https://openidconnect.googleapis.com/v1/userinfo",
		PUSH: "on",
		SERVICE_WORKER: "on",
		TRUST_PROXY_HOPS: 0,
		TZ_APP: "America/Argentina/Buenos_Aires",
	};
	test("the defaults apply", () => {
		expect(parseEnv({})).toEqual(defaults);
		expect(parseEnv({ PORT: "", APP_URL: " ", SESSION_SECRET: "", TZ_APP: "\t", HOST: undefined })).toEqual(
			defaults,
		);
		expect(parseEnv({ PATH: "/bin", SOMETHING: "else" })).toEqual(defaults);
	});
});

describe("a valid value is accepted", () => {
	const right: [name: string, text: string, value: unknown][] = [
		["NODE_ENV", "development", "development"],
		["PORT", "1", 1],
		["PORT", "65535", 65535],
		["HOST", "127.0.0.1", "127.0.0.1"],
		["APP_URL", "https://relevo.ejemplo.ar", "https://relevo.ejemplo.ar"],
		["APP_URL", "http://192.168.1.5:8080/", "http://192.168.1.5:8080/"],
		["DATABASE_PATH", "/data/relevo.sqlite", "/data/relevo.sqlite"],
		["UPLOADS_DIR", "/data/uploads", "/data/uploads"],
		["SESSION_SECRET", secret, [secret]],
		["SESSION_SECRET", "abcdefgh".repeat(4), ["abcdefgh".repeat(4)]],
		["SESSION_SECRET", `${secret}, otro-${secret}`, [secret, `otro-${secret}`]],
		[
			"ANDROID_APP_URL",
			"https://play.google.com/store/apps/details?id=x",
			"https://play.google.com/store/apps/details?id=x",
		],
		["IOS_APP_URL", "https://apps.apple.com/ar/app/x/id1", "https://apps.apple.com/ar/app/x/id1"],
		["SUPPORT_EMAIL", "ayuda@ejemplo.ar", "ayuda@ejemplo.ar"],
		["LIVE_CHAT_URL", "https://chat.ejemplo.ar/x", "https://chat.ejemplo.ar/x"],
		["RESPONSIBLE_NAME", "Ñandú S.A.", "Ñandú S.A."],
		["RESPONSIBLE_ADDRESS", "Calle 1, Río Cuarto", "Calle 1, Río Cuarto"],
		["SOCIAL_X", "https://x.com/relevo", "https://x.com/relevo"],
		["SOCIAL_INSTAGRAM", "https://instagram.com/relevo", "https://instagram.com/relevo"],
		["SOCIAL_FACEBOOK", "https://facebook.com/relevo", "https://facebook.com/relevo"],
		["SOCIAL_WEB", "http://ejemplo.ar", "http://ejemplo.ar"],
		["DEVELOPER_CREDIT", "Alguien", "Alguien"],
		["TRUST_PROXY_HOPS", "10", 10],
		["METRICS_HOST", "0.0.0.0", "0.0.0.0"],
		["METRICS_HOST", "::1", "::1"],
		["BACKUP_EVERY", "60", 60],
		["BACKUP_EVERY", "0.05", 0.05],
		["BACKUP_EVERY", "0", 0],
		["TZ_APP", "America/Argentina/Salta", "America/Argentina/Salta"],
		["SMTP_URL", "smtps://yo:clave@correo.ejemplo.ar:465", "smtps://yo:clave@correo.ejemplo.ar:465"],
		["OUTBOX_DIR", "/data/outbox", "/data/outbox"],
		["MAIL_FROM", "Relevo <relevo@ejemplo.ar>", "Relevo <relevo@ejemplo.ar>"],
		["MAIL_FROM", "relevo@ejemplo.ar", "relevo@ejemplo.ar"],
		["MAIL_FROM", "Relevo, Ñandú <no-responder+x@localhost>", "Relevo, Ñandú <no-responder+x@localhost>"],
		["MAIL_FROM", '"Relevo, S. A." <relevo@ejemplo.ar>', '"Relevo, S. A." <relevo@ejemplo.ar>'],
		["GOOGLE_AUTH_URL", "http://127.0.0.1:9/authorize", "http://127.0.0.1:9/authorize"],
	];
	test.each(right)("%s=%s", (name, text, value) => {
		expect(parseEnv({ [name]: text })).toMatchObject({ [name]: value });
	});
});

const addresses = ["ANDROID_APP_URL", "IOS_APP_URL", "LIVE_CHAT_URL", "SOCIAL_X", "SOCIAL_INSTAGRAM"];
const wrong: [name: string, text: string][] = [
	["DATABASE_PATH", "."],
	["DATABASE_PATH", ":memory:"],
	["UPLOADS_DIR", "public/photos"],
	["BACKUPS_DIR", "./db/../public"],
	["SMTP_URL", "correo.ejemplo.ar"],
	["SMTP_URL", "https://correo.ejemplo.ar"],
	["SMTP_URL", "smtp://"],
	["SMTP_URL", "smtp:/127.0.0.1:25"],
	["MAIL_FROM", "Relevo"],
	["MAIL_FROM", "Relevo <relevo@ejemplo.ar> <otro@ejemplo.ar>"],
	["MAIL_FROM", "Relevo\r\nBcc: x@ejemplo.ar <relevo@ejemplo.ar>"],
	["MAIL_FROM", "otro@ejemplo.ar, Relevo <relevo@ejemplo.ar>"],
	["MAIL_FROM", "otro,relevo@ejemplo.ar"],
	["MAIL_FROM", "relevo@ejemplo.ar,otro.ar"],
	["MAIL_FROM", "Relevo <otro,relevo@ejemplo.ar>"],
	["MAIL_FROM", "Relevo <relevo@ejemplo..ar>"],
	["MAIL_FROM", "Planta: Relevo <relevo@ejemplo.ar>;"],
	["MAIL_FROM", "Planta: Relevo <relevo@ejemplo.ar>"],
	["MAIL_FROM", '"Relevo <relevo@ejemplo.ar>'],
	["MAIL_FROM", "Relevo (Río Cuarto <relevo@ejemplo.ar>"],
	["MAIL_FROM", "Rel\0evo <relevo@ejemplo.ar>"],
	["GOOGLE_TOKEN_URL", "oauth2.googleapis.com/token"],
	["NODE_ENV", "produccion"],
	["PORT", "0"],
	["METRICS_PORT", "3000"],
	["METRICS_HOST", "*"],
	["METRICS_HOST", "relevo"],
	["METRICS_HOST", "127.0.0.1:9100"],
	["BACKUP_EVERY", "-1"],
	["BACKUP_EVERY", "1441"],
	["BACKUP_EVERY", "cada hora"],
	["PORT", "65536"],
	["PORT", "3000a"],
	["PORT", "-1"],
	["PORT", "3e3"],
	["PORT", "３０００"],
	["TRUST_PROXY_HOPS", "11"],
	["TRUST_PROXY_HOPS", "uno"],
	["TRUST_PROXY_HOPS", "1.5"],
	["APP_URL", "relevo.ejemplo.ar"],
	["APP_URL", "ftp://relevo.ejemplo.ar"],
	["APP_URL", "javascript:alert(1)"],
	["APP_URL", "https://relevo.ejemplo.ar/app"],
	["APP_URL", "https://relevo.ejemplo.ar/?a=b"],
	["APP_URL", "https://relevo.ejemplo.ar/#a"],
	["APP_URL", "https://usuario@relevo.ejemplo.ar"],
	["APP_URL", "https://:clave@relevo.ejemplo.ar"],
	["APP_URL", "http://0.0.0.0:3000"],
	["APP_URL", "http://[::]:3000"],
	["APP_URL", "https://"],
	["SESSION_SECRET", "corto"],
	["SESSION_SECRET", "changeme"],
	["SESSION_SECRET", secret.slice(1)],
	["SESSION_SECRET", "a".repeat(64)],
	["SESSION_SECRET", "changeme".repeat(8)],
	["SESSION_SECRET", `${secret},corto`],
	["SESSION_SECRET", `${secret},`],
	["SUPPORT_EMAIL", "ayuda"],
	["SUPPORT_EMAIL", "ayuda@ejemplo.ar, otro@ejemplo.ar"],
	["TZ_APP", "Buenos Aires"],
	["TZ_APP", "America/Nada"],
	...[...addresses, "SOCIAL_FACEBOOK", "SOCIAL_WEB"].flatMap((name): [string, string][] => [
		[name, "ejemplo.ar"],
		[name, "javascript:alert(1)"],
		[name, "data:text/html,x"],
	]),
];

describe("an invalid value is refused with one Spanish line that names the variable and not the value", () => {
	test.each(wrong)("%s=%s", (name, text) => {
		const message = messageOf(() => parseEnv({ [name]: text }));
		expect(message).toMatch(new RegExp(`^${name}: (tiene que ser|cada secreto) .+[^\\n]$`));
		expect(message).not.toContain("\n");
		if (name === "SESSION_SECRET") expect(message).not.toContain(text.split(",").at(-1) || secret);
	});
});

test("a password with a sign that ends the address is refused with how to write the sign", () => {
	const message = messageOf(() => parseEnv({ SMTP_URL: "smtps://yo:cla#ve@correo.ejemplo.ar:465" }));
	expect(message).toContain("# % de la contraseña van como %40 %3A %2F %23 %25");
});

describe("Google's two settings go together", () => {
	test.each([
		["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
		["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"],
	])("%s without %s is refused", (given, missing) => {
		expect(messageOf(() => parseEnv({ [given]: "x" }))).toBe(
			`${missing}: falta: los dos datos de Google van juntos`,
		);
		expect(parseEnv({ [given]: "x", [missing]: "y" })).toMatchObject({ [given]: "x", [missing]: "y" });
	});
});

function messageOf(act: () => unknown): string {
	try {
		act();
	} catch (error) {
		if (error instanceof SettingsError) return error.message;
		throw error;
	}
	return "nothing was thrown";
}

describe("what a start says about settings that are valid", () => {
	test.each([
		["BACKUPS_EVERY", "BACKUP_EVERY"],
		["BACKUP_DIR", "BACKUPS_DIR"],
		["APP_URI", "APP_URL"],
		["SMTP_URI", "SMTP_URL"],
		["MAIL_FORM", "MAIL_FROM"],
		["DATABSE_PATH", "DATABASE_PATH"],
	])("%s is named, with the setting that is meant", (name, meant) => {
		expect(misspeltSettings({ [name]: "x" })).toEqual([
			`Ajuste desconocido ${name}, que no se usa: ¿es ${meant}?`,
		]);
	});

	test("settings, blanks and the variables of other programs are not named", () => {
		const others = [
			"PATH",
			"HOME",
			"PWD",
			"TZ",
			"HOSTNAME",
			"LANG",
			"NODE_OPTIONS",
			"NODE_VERSION",
			"INIT_CWD",
		];
		const all = [...settingNames, ...others].map((name) => [name, "x"]);
		expect(misspeltSettings({ ...Object.fromEntries(all), BACKUPS_EVERY: " " })).toEqual([]);
	});

	test("those that a site for others needs and that are not set", () => {
		expect(unsetForOthers({ APP_URL: "https://relevo.ejemplo.ar", MAIL_FROM: "" })).toEqual([
			"SMTP_URL",
			"MAIL_FROM",
			"RESPONSIBLE_NAME",
			"RESPONSIBLE_ADDRESS",
		]);
	});
});
