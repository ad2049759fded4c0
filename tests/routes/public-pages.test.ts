import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import QRCode from "qrcode";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { policyWords as payWords } from "~/features/agreement/pay-settings-form";
import { cookiePolicy } from "~/features/legal/cookie-policy";
import { endUserAgreement } from "~/features/legal/end-user-agreement";
import { giftTerms } from "~/features/legal/gift-terms";
import { LegalPage } from "~/features/legal/legal-page";
import { privacyPolicy } from "~/features/legal/privacy-policy";
import { qrPath, storeOf } from "~/features/platform/store.server";
import { policyWords as profileWords } from "~/features/profile/form/profile-form";
import AboutPage, { loader as aboutLoader } from "~/routes/about";
import { loader as legalLoader } from "~/routes/about_.$document";
import { loader as androidLoader } from "~/routes/android-system";
import { Header } from "~/ui/frame/header";
import { htmlOf } from "../support/browser/render-part";
import { textPages } from "../support/public-pages";
import { argsFor, responseOf } from "../support/requests";
import { type HttpResponse, post, send } from "../support/server/http-client";
import { startServer, type TestServer } from "../support/server/server";
import { serverForFile } from "../support/server/server-for-file";
import { todayIn } from "../support/texts/today";

const year = todayIn("America/Argentina/Buenos_Aires").slice(0, 4);

const store = {
	android: "https://play.google.com/store/apps/details?id=ar.relevo",
	ios: "https://apps.apple.com/ar/app/relevo/id1",
};

const settings = {
	ANDROID_APP_URL: store.android,
	IOS_APP_URL: store.ios,
	SUPPORT_EMAIL: "ayuda@relevo.example",
	LIVE_CHAT_URL: "https://chat.example/relevo",
	RESPONSIBLE_NAME: "Cooperativa <Relevo>",
	RESPONSIBLE_ADDRESS: "Av. Savio 123, San Nicolás",
	SOCIAL_X: "https://x.com/relevo",
	SOCIAL_INSTAGRAM: "https://instagram.com/relevo",
	SOCIAL_FACEBOOK: "https://facebook.com/relevo",
	SOCIAL_WEB: "https://relevo.example",
	DEVELOPER_CREDIT: "Taller de Software",
};

const bare = serverForFile();
const configured = serverForFile(settings);

function get(path: string, cookie?: string, server = bare): Promise<HttpResponse> {
	return send(server.origin, path, cookie ? { headers: { cookie } } : {});
}

/** The visible words of a page, with single spaces. */
function wordsOf(html: string): string {
	return html
		.replace(/<(style|title)[^>]*>.*?<\/\1>/gs, " ")
		.replace(/<[^>]+>/g, " ")
		.replace(/&lt;/g, "<")
		.replace(/&gt;/g, ">")
		.replace(/&quot;/g, '"')
		.replace(/&#x27;/g, "'")
		.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
		.replace(/&amp;/g, "&")
		.replace(/\s+/g, " ");
}

/** Visible words in the first capture group of each match of `pattern`. */
function all(html: string, pattern: RegExp): string[] {
	return Array.from(html.matchAll(pattern), (match) => wordsOf(match[1] ?? "").trim());
}

const found = textPages.filter(({ status }) => status !== 404);

describe("every public page", () => {
	test.each(found)(
		"$path has status 200, the heading '$heading' and no script",
		async ({ path, heading }) => {
			for (const server of [bare, configured]) {
				const { status, text } = await get(path, undefined, server);
				expect(status).toBe(200);
				expect(all(text, /<h1>(.*?)<\/h1>/g)).toEqual([heading]);
				expect(text).not.toMatch(/<script|modulepreload|\son[a-z]+="|\sstyle="|javascript:/);
				expect(text).toMatch(/<title>[^<]+ · Relevo<\/title>/);
				expect(text).toContain('<html lang="es-AR">');
			}
		},
	);

	test.each(found)("$path fits the first 14,000 bytes, style included", async ({ path }) => {
		const { body } = await get(path, undefined, configured);
		expect(gzipSync(body, { level: 6 }).byteLength).toBeLessThanOrEqual(14_000);
	});

	test("the frame has no character beyond Latin-1, for which V8 would keep the page in twice the memory", async () => {
		const { text } = await get("/about");
		const [, start = "", end = ""] = /^(.*?)<main.*<\/main>(.*)$/s.exec(text) ?? [];
		expect(start + end).toContain("© 2025&#8211;");
		expect(start + end).not.toMatch(/[^\0-\xff]/);
	});

	test.each(found)("$path has the frame: header, banner, footer", async ({ path }) => {
		const { text } = await get(path);
		const words = wordsOf(text);
		expect(words).toContain(`© 2025–${year} Relevo`);
		for (const link of ["Inicio", "Mi turno", "Seguridad", "Mis Documentos", "Mis Extras", "Mi Perfil"])
			expect(words).toContain(link);
		expect(text).toMatch(/<a href="\/about">Acerca de\.\.\.<\/a>/);
		expect(text).toMatch(/<a class="btn enter" href="\/auth\/login">INGRESAR<\/a>/);
		for (const policy of ["cookie-policy", "privacy-policy", "end-user-agreement"])
			expect(text).toContain(`href="/about/${policy}"`);
		expect(all(text, /<button class="btn" type="submit" name="intent"[^>]*>(.*?)<\/button>/g)).toEqual([
			"Aceptar",
			"Rechazar",
		]);
	});

	test("a page without cookies is the same for everyone and can be revalidated", async () => {
		const { headers } = await get("/security");
		expect(headers["cache-control"]).toBe("private, no-cache");
		const again = await send(bare.origin, "/security", {
			headers: { "if-none-match": String(headers.etag) },
		});
		expect(again.status).toBe(304);
	});

	test("the stylesheet of public pages stays below 7 KB compressed, half of a page's first 14,000 bytes", async () => {
		const css = /<style>(.*?)<\/style>/s.exec((await get("/about")).text)?.[1] ?? "";
		expect(css.length).toBeGreaterThan(1000);
		expect(gzipSync(css, { level: 9 }).byteLength).toBeLessThan(7 * 1024);
	});
});

describe("unknown addresses", () => {
	test.each(["/no-existe", "/about/otra", "/security/1", "/auth/unknown", "/auth", "/auth/", "/auth/logout"])(
		"%s",
		async (path) => {
			const { status, text } = await get(path);
			expect(status).toBe(404);
			expect(all(text, /<h1>(.*?)<\/h1>/g)).toEqual(["Error"]);
			expect(wordsOf(text)).toContain("La página que estás buscando no fue encontrada.");
			expect(text).not.toContain("<script");
		},
	);
});

describe("the header", () => {
	function header(isSignedIn: boolean, path = "/home"): string {
		return renderToStaticMarkup(
			createElement(StaticRouter, { location: path }, createElement(Header, { isSignedIn })),
		);
	}

	test("'INGRESAR' leads a visitor to the login", () => {
		expect(header(false)).toContain('<a class="btn enter" href="/auth/login">INGRESAR</a>');
		expect(header(false)).not.toContain("CERRAR SESIÓN");
	});

	test("'CERRAR SESIÓN' is a form, so that no link can sign out", () => {
		expect(header(true)).toMatch(
			/<form method="post" action="\/auth\/logout"><button[^>]*>CERRAR SESIÓN<\/button><\/form>/,
		);
		expect(header(true)).not.toContain("INGRESAR");
	});

	test("'Mi Cuenta' has three links, the same at every width", () => {
		const account = header(true).slice(header(true).indexOf("menu-panel"));
		const links = all(account, /<a href="\/auth[^>]*>(.*?)<\/a>/g);
		expect(links).toEqual(["Mis Documentos", "Mis Extras", "Mi Perfil"]);
	});

	const daily = (html: string) => /<ul class="bar".*?<\/ul>/s.exec(html)?.[0] ?? "";

	test("only a signed-in user has the daily links, with what is done most in their middle", () => {
		const words = (html: string) => all(daily(html), /<span[^>]*>(.*?)<\/span>/g);
		expect(words(header(true))).toEqual(["Turno", "Extras", "Agregar extra", "Documentos", "Más"]);
		expect(words(header(true, "/auth/view-document/x"))[2]).toBe("Agregar documento");
		expect(daily(header(false))).toBe("");
	});

	test.each([
		["/auth/work-overtime", "page", "Extras"],
		["/auth/work-overtime/add-work-overtime", "true", "Extras"],
		["/auth/edit-work-overtime/x", "true", "Extras"],
		["/auth/my-documents", "page", "Documentos"],
		["/auth/my-document/add-document", "true", "Documentos"],
		["/auth/view-document/x", "true", "Documentos"],
		["/my-shift", "page", "Turno"],
		["/my-shift/find", "true", "Turno"],
		["/auth/my-days", "true", "Turno"],
		["/auth/my-calendar", "true", "Turno"],
		["/auth/more", "page", "Más"],
		["/auth/my-account", "true", "Más"],
		["/auth/my-pay/settings", "true", "Más"],
	])("on %s, aria-current=%s marks the daily link '%s'", (path, current, link) => {
		const bar = daily(header(true, path));
		expect(all(bar, new RegExp(`aria-current="${current}".*?<span>(.*?)</span>`, "g"))).toEqual([link]);
		expect(bar.match(/aria-current/g)).toHaveLength(1);
	});

	test("the current page is marked", () => {
		expect(header(false, "/security").match(/<a href="\/security" aria-current="page">/g)).toHaveLength(2);
		expect(header(false, "/about")).not.toContain("aria-current");
	});
});

describe("about", () => {
	test("shows the version of the program, its release, and links to the four legal pages", async () => {
		const { version, release } = JSON.parse(readFileSync("package.json", "utf8"));
		expect(version).toBe("2.0.0");
		expect((await (await responseOf(() => aboutLoader())).json()).version).toBe(
			`${version}, edición ${release}`,
		);
		const { text } = await get("/about");
		expect(wordsOf(text)).toContain(`Versión 2.0.0, edición ${release}`);
		const main = /<main.*<\/main>/s.exec(text)?.[0] ?? "";
		expect(Array.from(main.matchAll(/<a href="(.*?)"/g), ([, address]) => address)).toEqual([
			"/about/privacy-policy",
			"/about/end-user-agreement",
			"/about/cookie-policy",
			"/about/gift-privacy-policy",
		]);
		expect(main).not.toContain("Ayuda");
	});

	test("offers help where it is configured", async () => {
		const { text } = await get("/about", undefined, configured);
		expect(text).toContain('<a href="mailto:ayuda@relevo.example">');
		expect(text).toContain('<a href="https://chat.example/relevo"');
		for (const one of ["supportEmail", "liveChatUrl"]) {
			const html = await htmlOf(createElement(AboutPage), "/about", { [one]: "https://chat.example/relevo" });
			expect(html, one).toMatch(
				/<h2>Ayuda<\/h2><ul[^>]*><li><a href="[^"]*chat\.example\/relevo"[^<]*<\/a><\/li><\/ul>/,
			);
		}
	});
});

test("the privacy policy names the slips among the data deleted with the account", async () => {
	expect(wordsOf((await get("/about/privacy-policy")).text)).toContain(
		"tus extras, tus recibos, tu convenio y",
	);
});

/** For each table with rows about a person, words of the privacy policy that name what is in it. */
const policyOfTables: Record<string, string> = {
	users: "cuándo la abriste",
	provider_accounts: "el identificador de cuenta que Google nos da",
	sessions: "qué sesiones tenés abiertas",
	devices: "una huella de cada navegador en que ingresaste",
	pending_registrations: "24 horas para verificar",
	mail_tokens: "Enlaces por correo",
	mail_codes: "Los códigos, 15 minutos",
	outbox: "Correos que esperan salir",
	attempts: "por siete días, los megas de fotos",
	passkeys: "Llaves de acceso",
	push_subscriptions: "la dirección a la que van",
	sent_notices: "por 30 días, cuáles mandamos",
	documents: "clase de papel",
	document_images: "fotos de cada documento",
	extras: "cuánto va a cada recargo",
	stale_pay: "cuánto va a cada recargo",
	own_days: "Mis días",
	changed_days: "cuándo cambió cada día por última vez",
	rotation_history: "los que tuviste antes, con sus fechas",
	calendar_feeds: "una huella de él",
	hour_values: "el valor de tu hora",
	agreements: "los recargos de tu convenio",
	slips: "horas con cada recargo, francos, importe",
	deleted_records: "hasta dos minutos más",
	deleted_ids: "su código o su primer día, y cuándo: 400 días",
	deleted_accounts: "Que una cuenta se eliminó",
};

test("the privacy policy names what every table keeps about a person", async () => {
	const sqlite = new SQLite(bare.databasePath, { readonly: true });
	const tables: unknown[] = sqlite
		.prepare(
			`SELECT DISTINCT t.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'
			AND (c.name IN ('user_id', 'user_hash') OR t.name IN ('users', 'attempts')) AND t.name NOT LIKE '%search%'`,
		)
		.pluck()
		.all();
	sqlite.close();
	expect(tables.toSorted()).toEqual(Object.keys(policyOfTables).sort());
	const text = wordsOf((await get("/about/privacy-policy")).text);
	for (const words of Object.values(policyOfTables)) expect(text).toContain(words);
});

test("the privacy policy says that the log has a hash of who is signed in, as its lines do", async () => {
	expect(wordsOf((await get("/about/privacy-policy")).text)).toContain(
		"hora, tipo de página, resultado y, si ingresaste, una huella de tu cuenta. No incluyen tu dirección IP.",
	);
});

test("the privacy policy counts the days of a backup, and those of a copy on another machine besides", async () => {
	expect(wordsOf((await get("/about/privacy-policy")).text)).toContain(
		"14 días después de hecha la siguiente. Si se copian a otra máquina, ahí quedan hasta 15 días más.",
	);
});

test("the privacy policy lists the optional fields of the profile", async () => {
	const text = wordsOf((await get("/about/privacy-policy")).text);
	const [, fields = ""] = /escuadra o turnos propios .* y, si querés, ([^.]*)\./.exec(text) ?? [];
	expect(fields).toMatch(/^tu período de pago, tu legajo(, .*)? y enlaces a tus redes sociales$/);
	for (const words of [...Object.values(payWords), ...Object.values(profileWords)])
		expect(fields.split(words)).toHaveLength(2);
});

test("the privacy policy says what stays on the phone for when there is no signal, and when it goes", async () => {
	const { text } = await get("/about/privacy-policy");
	expect(text).toContain("copias de páginas de Relevo, para que las veas sin señal");
	expect(text).toContain(
		"se borran cuando cerrás sesión o entra otra persona y, si la cerrás desde otro equipo, cuando ese teléfono abre Relevo con señal",
	);
	expect(text).toContain("Lo que falta enviar queda cifrado");
});

const legalTexts = [
	[
		"/about/privacy-policy",
		privacyPolicy,
		[
			"Quién es responsable",
			"Qué datos guardamos",
			"Para qué los usamos",
			"Qué es obligatorio y qué no",
			"Con quién se comparten",
			"Dónde están y cuánto tiempo",
			"Cómo los cuidamos",
			"Tus derechos y cómo usarlos",
			"Cookies y datos en tu teléfono",
			"Cambios, contacto y autoridad de control",
		],
	],
	[
		"/about/end-user-agreement",
		endUserAgreement,
		[
			"El servicio",
			"Tu cuenta",
			"Uso correcto y contenido propio",
			"Los diagramas, feriados y cálculos son orientativos",
			"Cambios, baja y ley aplicable",
		],
	],
	[
		"/about/cookie-policy",
		cookiePolicy,
		[
			"Qué son",
			"Necesarias y opcionales",
			"Cómo manejarlas en el navegador",
			"Identificadores del teléfono (“anuncios personalizados”) y cambios",
		],
	],
	[
		"/about/gift-privacy-policy",
		giftTerms,
		[
			"Descripción",
			"Disponibilidad",
			"Requisitos",
			"Entrega",
			"Revocación",
			"Limitaciones",
			"Cambios",
			"Aceptación",
		],
	],
] as const;

describe("the legal pages", () => {
	test.each(legalTexts)(
		"%s has its sections, each linked from the table of contents",
		async (path, _, titles) => {
			const { text } = await get(path);
			const numbered = titles.map((title, index) => `${index + 1}. ${title}`);
			expect(all(text, /<section id="[a-z-]+" aria-labelledby="[a-z-]+"><h2[^>]*>(.*?)<\/h2>/g)).toEqual(
				numbered,
			);
			const nav = /<nav class="card screen-only".*?<\/nav>/s.exec(text)?.[0] ?? "";
			expect(all(nav, /<a[^>]*>(.*?)<\/a>/g)).toEqual(numbered);
			const targets = Array.from(nav.matchAll(/href="#(.*?)"/g), ([, id]) => id);
			expect(targets).toEqual(Array.from(text.matchAll(/<section id="(.*?)"/g), ([, id]) => id));
			expect(wordsOf(text)).toMatch(/Última actualización: \d\d\/\d\d\/\d{4} /);
			expect(text).toContain('<a class="back" href="/about">');
			expect(text).toContain('<div class="scroll-top">');
		},
	);

	test.each(legalTexts)("%s: every anchor link has its target", async (path) => {
		const { text } = await get(path, undefined, configured);
		const ids = new Set(Array.from(text.matchAll(/ id="(.*?)"/g), ([, id]) => id));
		for (const [, anchor] of text.matchAll(/href="#(.*?)"/g)) expect(ids).toContain(anchor);
		for (const [, address] of text.matchAll(/href="(\/(?:about|auth)[^"]*)"/g))
			expect([200, 302]).toContain((await get(String(address))).status);
		expect(ids.size).toBe(Array.from(text.matchAll(/ id="/g)).length);
	});

	test("is found in any spelling of its address, and no other text is", async () => {
		expect((await get("/About/Cookie-Policy/")).status).toBe(200);
		expect((await get("/about/otro")).status).toBe(404);
	});

	test("a contact that is not configured is left out, never invented", async () => {
		const bareText = (await get("/about/privacy-policy")).text;
		expect(bareText).not.toMatch(/mailto:|undefined|Domicilio|Por carta/);
		expect(wordsOf(bareText)).toContain("Responsable de tus datos: quien administra esta instalación");
		const text = wordsOf((await get("/about/privacy-policy", undefined, configured)).text);
		expect(text).toContain("Responsable de tus datos: Cooperativa <Relevo>");
		expect(text).toContain("Domicilio: Av. Savio 123, San Nicolás");
		expect(text).toContain("Correo: ayuda@relevo.example");
	});

	test("the loader sends only the settings that the texts name", async () => {
		const data = await (await responseOf(() => legalLoader(argsFor("/about/privacy-policy")))).json();
		expect(data.settings).toEqual({ appUrl: "http://localhost:3000" });
	});

	test.each([
		["https://relevo.example", "__Host-"],
		["http://localhost:3000", ""],
	])("with %s the cookie names begin with '%s'", (appUrl, prefix) => {
		const text = wordsOf(
			renderToStaticMarkup(createElement(LegalPage, { document: cookiePolicy({ appUrl }) })),
		);
		for (const name of ["session", "toast", "consent", "web", "crew"])
			expect(text).toContain(` ${prefix}${name}: `);
		expect(text.includes("__Host-")).toBe(prefix !== "");
	});

	test("the gift programme's terms say that it is not active", async () => {
		expect(wordsOf((await get("/about/gift-privacy-policy")).text)).toContain(
			"El programa de regalos no está activo hoy y no se recolecta ningún dato para él.",
		);
	});
});

/** Titles and texts of the safety rules, which the page must show word for word. */
const rules = [
	[
		"Lejos de las zonas de atrapamiento",
		"Antes de acercarte a un rodillo, una cinta o cualquier parte que se mueve, fijate por dónde te puede agarrar. No metas la mano ni saques una protección con el equipo en marcha. Si hay que destrabar, primero se para y se bloquea.",
	],
	[
		"Bloqueo puesto, energía en cero",
		"Cortá todas las energías: eléctrica, hidráulica, neumática, gas, vapor y peso suspendido. Poné tu candado y tu tarjeta, y probá que el equipo no arranca. Tu candado lo sacás solamente vos.",
	],
	[
		"En altura, siempre enganchado",
		"Revisá el arnés y enganchate a una línea de vida o a un punto firme antes de subir. Cerrá el paso por debajo. No empieces si no está claro cómo te van a bajar en una emergencia.",
	],
	[
		"Nunca debajo de una carga",
		"Una carga en el aire puede caer, girar o balancearse. Quedate fuera de su camino y guiala con sogas, no con las manos. Las señales al gruero las hace una sola persona.",
	],
	[
		"Conocé lo que manipulás",
		"Leé la ficha de seguridad antes de abrir, pasar de envase o mezclar un producto. Fijate qué protección pide y qué hacer si te salpica. Ningún envase se usa sin etiqueta.",
	],
	[
		"Espacio confinado: con permiso, detector y vigía",
		"No entres sin permiso firmado, aire medido y una persona afuera que te vea. Llevá el detector encendido y salí apenas suene o te sientas mal. Si alguien se cae adentro, no entres a buscarlo: avisá y esperá al equipo de rescate.",
	],
	[
		"Equipos móviles: habilitado, revisado y con cinturón",
		"Manejá solo el equipo para el que tenés habilitación vigente. Hacé la lista de control antes de arrancar, ponete el cinturón y respetá las sendas. Si vas a pie, asegurate de que el conductor te vio.",
	],
	[
		"Electricidad: solo personal habilitado",
		"Los tableros y cables los toca únicamente quien está capacitado y autorizado. Trabajá sin tensión, comprobalo con instrumento y usá guantes, careta y ropa para riesgo eléctrico. Ante un cable dañado, no lo toques y avisá.",
	],
	[
		"Trabajo en caliente: permiso y área limpia",
		"Antes de soldar, cortar o amolar pedí el permiso y sacá todo lo que pueda prenderse. Tené un matafuego a mano y alguien que vigile. Al terminar, quedate un rato para ver que no quede nada encendido.",
	],
	[
		"Seguí el procedimiento y usá tu protección",
		"Si el procedimiento no se puede cumplir, pará y avisá: no inventes un atajo. Usá casco, anteojos, guantes y lo que pida la tarea, en buen estado y todo el tiempo. Cualquiera puede frenar un trabajo que no es seguro.",
	],
] as const;

describe("the safety rules", () => {
	test("are ten, in order, word for word", async () => {
		const { text } = await get("/security");
		const signs = Array.from(text.matchAll(/<li class="rule">(.*?)<\/li>/gs), ([, sign]) => sign ?? "");
		expect(signs.map((sign) => [all(sign, /<h2>(.*?)<\/h2>/g)[0], all(sign, /<p>(.*?)<\/p>/g)[0]])).toEqual(
			rules.map(([title, description], index) => [`${index + 1} ${title}`, description]),
		);
		expect(wordsOf(text)).toContain(
			"Estas reglas son una ayuda general. Vale siempre el procedimiento de tu planta.",
		);
	});

	test("each has a drawing with alternative text and size; only the first two load eagerly", async () => {
		const { text } = await get("/security");
		const images = Array.from(text.matchAll(/<img[^>]+>/g), ([image]) => image);
		expect(images).toHaveLength(10);
		for (const [index, image] of images.entries()) {
			expect(image).toMatch(/width="160" height="160" alt="[^"]{20,}"/);
			expect(image.includes('loading="lazy"')).toBe(index >= 2);
			const source = /src="(.*?)"/.exec(image)?.[1] ?? "";
			const { status, headers, body } = await get(source);
			expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml; charset=utf-8"]);
			expect(body.byteLength).toBeLessThan(4096);
		}
	});
});

test("a comparison in a year leads to other years, also of crews that never rest together", async () => {
	const crews = "?crew=A&with=C";
	const { text } = await get(`/diagrams/4turnos_7dias/compare${crews}&year=${Number(year) + 1}`);
	expect(text).toContain("Ningún franco en común");
	const [, links = ""] = /aria-label="Otro año">(.*?)<\/nav>/s.exec(text) ?? [];
	expect(all(links, /href="(\?[^"]*)"/g)).toEqual([
		`${crews}&year=${year}`,
		`${crews}&year=${Number(year) + 2}`,
		crews,
	]);
});

describe("the phones' pages", () => {
	test.each([
		["/android-system", store.android, "Google Play", ["Agregar a la pantalla principal", "Instalar app"]],
		["/ios-system", store.ios, "App Store", ["Compartir", "Agregar a inicio"]],
	])(
		"%s: the store and its QR code only if configured, the instructions always",
		async (path, url, name, words) => {
			const without = (await get(path)).text;
			expect(without).not.toMatch(/class="qr"|Google Play|App Store/);
			const text = (await get(path, undefined, configured)).text;
			expect(text).toContain(`<a class="btn" href="${url}" rel="noopener noreferrer">`);
			expect(text).toContain(`aria-label="Código QR de Relevo en ${name}"`);
			for (const html of [without, text]) {
				for (const word of words) expect(wordsOf(html)).toContain(word);
				const main = html.slice(html.indexOf("<main"));
				const first = /<(?:button|a)[^>]*>(.*?)<\/(?:button|a)>/s.exec(main)?.[1] ?? "";
				expect(wordsOf(first).trim()).toBe("Seguir en la web");
				expect(main).toContain('<form action="/home"><input type="hidden" name="web" value="1"/>');
			}
		},
	);

	test.each(["/android-system", "/ios-system"])(
		"%s promises to remember only who did not refuse it",
		async (path) => {
			for (const [cookie, isPromised] of [
				["", true],
				["consent=accepted", true],
				["consent=rejected", false],
			] as const)
				expect((await get(path, cookie)).text.includes("Lo recordamos")).toBe(isPromised);
		},
	);

	test("home's cards link to the store with its QR code, or else to the phone's page", async () => {
		const heads = (html: string) => all(html, /<h3>.*?<a href="([^"]*)"/gs);
		const plain = (await get("/home?inicio=1")).text;
		const rows = all(plain, /<li class="card links"><a href="([^"]*)"/g);
		expect(rows).toEqual(["/android-system", "/ios-system"]);
		const { text } = await get("/home?inicio=1", undefined, configured);
		expect(heads(text)).toContain(store.android);
		expect(heads(text)).toContain(store.ios);
		expect(text).toContain('<a href="/ios-system">Cómo ponerlo en la pantalla de inicio');
	});

	test("an iPad, which identifies as a Mac, gets its link by CSS that only its browser applies", async () => {
		const { text } = await get("/home?inicio=1");
		expect(text).toContain('<p class="for-ipad"><a href="/ios-system">');
		expect(text).toMatch(/\.for-ipad\{display:none\}@supports \(-webkit-touch-callout: ?none\)\{@media/);
	});

	test("without a configured store there is no QR code", async () => {
		expect(await storeOf(undefined)).toBeUndefined();
		expect(await (await responseOf(() => androidLoader())).json()).toEqual({});
	});

	test.each([store.android, store.ios, "x", `https://a.example/${"long/".repeat(80)}`])(
		"the SVG path draws the QR code of %s, module by module, with its quiet zone",
		async (text) => {
			const { path, size } = await qrPath(text);
			const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
			expect(size).toBe(modules.size + 8);
			const drawn = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)).flatMap(([, x, y, width]) =>
				Array.from({ length: Number(width) }, (_, index) => `${Number(x) + index} ${y}`),
			);
			const dark = Array.from({ length: modules.size ** 2 }, (_, index) => index)
				.filter((index) => modules.data[index])
				.map((index) => `${(index % modules.size) + 4} ${Math.floor(index / modules.size) + 4}`);
			expect(drawn).toEqual(dark);
			expect(path.replace(/M\d+ \d+h(\d+)v1h-\1z/g, "")).toBe("");
		},
	);

	const phone = { "user-agent": "Mozilla/5.0 (Linux; Android 10; K) Chrome/120.0 Mobile" };

	test.each([
		["'Seguir en la web'", "/home?web=1"],
		["the start of the installed app", "/home?app=1"],
	])("%s is remembered for a year and responds with home, also from the page cache", async (_, path) => {
		await send(bare.origin, path, { headers: phone });
		const answer = await send(bare.origin, path, { headers: phone });
		expect(answer.status).toBe(200);
		expect(answer.text).toContain("¿Qué turno te toca?");
		expect(answer.headers["set-cookie"]?.[0]).toMatch(/^web=1; Max-Age=31536000; Path=\/; HttpOnly/);
	});

	test("after 'Rechazar' the choice is remembered until the browser is closed", async () => {
		const answer = await send(bare.origin, "/home?web=1", {
			headers: { ...phone, cookie: "consent=rejected" },
		});
		expect(answer.headers["set-cookie"]?.[0]).toMatch(/^web=1; (?!.*(Max-Age|Expires))/);
	});
});

describe("the footer", () => {
	test("shows the configured networks and credit, nothing else", async () => {
		const footer = async (server: TestServer) =>
			/<footer.*<\/footer>/s.exec((await get("/about", undefined, server)).text)?.[0] ?? "";
		expect(await footer(bare)).not.toMatch(/aria-label|Desarrollo/);
		const full = await footer(configured);
		const links = Array.from(full.matchAll(/<a href="(https[^"]*)"[^>]*aria-label="([^"]*)"/g), (match) => [
			match[1],
			match[2],
		]);
		expect(links).toEqual([
			[settings.SOCIAL_X, "X"],
			[settings.SOCIAL_INSTAGRAM, "Instagram"],
			[settings.SOCIAL_FACEBOOK, "Facebook"],
			[settings.SOCIAL_WEB, "Sitio web"],
		]);
		expect(wordsOf(full)).toContain("Desarrollo: Taller de Software");
	});

	test("shows a single configured network", async () => {
		const server = await startServer({ SOCIAL_INSTAGRAM: settings.SOCIAL_INSTAGRAM });
		const { text } = await get("/about", undefined, server);
		await server.stop();
		expect(text.match(/aria-label="(X|Instagram|Facebook|Sitio web)"/g)).toEqual(['aria-label="Instagram"']);
	});
});

describe("the cookie banner", () => {
	const sixMonthsS = 182 * 24 * 3600;
	/** Answers the cookie banner on /about, and loads the page again with the new cookies. */
	async function answer(intent: string, cookie = "") {
		const response = await post(bare.origin, "/cookies", `intent=${intent}&redirectTo=/about`, { cookie });
		const set = response.headers["set-cookie"] ?? [];
		const jar = set.map((line) => line.split(";")[0]).join("; ");
		return { response, set, next: await get("/about", jar) };
	}

	test.each([
		[
			"accepted",
			"Listo: aceptaste las cookies.",
			"Aceptaste las cookies de comodidad.",
			["Seguir aceptando", "Rechazar desde ahora"],
		],
		[
			"rejected",
			"Listo: rechazaste las cookies de comodidad.",
			"Rechazaste las cookies de comodidad.",
			["Aceptar desde ahora", "Seguir rechazando"],
		],
	])(
		"%s: kept for six months, confirmed once, and the buttons change",
		async (intent, toast, state, buttons) => {
			const { response, set, next } = await answer(intent);
			expect([response.status, response.headers.location]).toEqual([303, "/about"]);
			expect(set[0]).toMatch(new RegExp(`^consent=${intent}; Max-Age=${sixMonthsS}; Path=/; HttpOnly`));
			const words = wordsOf(next.text);
			expect(words).toContain(toast);
			expect(words).toContain(state);
			expect(words).toContain("Cambiar mi elección");
			expect(next.text).not.toContain('aria-label="Cookies"');
			expect(all(next.text, /<button class="btn" type="submit"[^>]*>(.*?)<\/button>/g)).toEqual(buttons);
			expect(next.headers["set-cookie"]?.[0]).toMatch(/^toast=; Max-Age=0/);
			expect(wordsOf((await get("/about", `consent=${intent}`)).text)).not.toContain(toast);
		},
	);

	test("'Rechazar' shortens the life of stored cookies, 'Aceptar' lengthens it again", async () => {
		const cookie = "web=1; crew=4turnos_7dias.C; mine=4turnos_7dias.2026-11-16.k3x9f1";
		const rejected = (await answer("rejected", cookie)).set.join("\n");
		expect(rejected).toMatch(/^web=1; (?!.*Max-Age)/m);
		expect(rejected).toMatch(/^crew=4turnos_7dias\.C; (?!.*Max-Age)/m);
		expect(rejected).toMatch(/^mine=4turnos_7dias\.2026-11-16\.k3x9f1; (?!.*Max-Age)/m);
		const accepted = (await answer("accepted", cookie)).set.join("\n");
		expect(accepted).toMatch(/^web=1; Max-Age=31536000/m);
		expect(accepted).toMatch(/^mine=4turnos_7dias\.2026-11-16\.k3x9f1; Max-Age=31536000/m);
	});

	test("an invalid choice is refused, and no redirect leads to another site", async () => {
		expect((await answer("quizas")).response.status).toBe(400);
		const away = await post(bare.origin, "/cookies", "intent=accepted&redirectTo=//evil.example");
		expect(away.headers.location).toBe("/home");
	});

	test("an unknown consent cookie counts as unanswered", async () => {
		expect((await get("/about", "consent=maybe")).text).toContain('aria-label="Cookies"');
	});
});

describe("files for browsers", () => {
	test("the manifest opens home, and its icons have the declared size and type", async () => {
		const { headers, text } = await get("/manifest.webmanifest");
		expect(headers["content-type"]).toContain("application/manifest+json");
		const manifest = JSON.parse(text);
		expect(manifest).toMatchObject({
			short_name: "Relevo",
			start_url: "/home?app=1",
			display: "standalone",
			lang: "es-AR",
		});
		for (const { src, sizes, type } of manifest.icons) {
			const icon = await get(src);
			expect(icon.headers["content-type"]).toContain(type);
			if (type !== "image/png") continue;
			const { width, height } = await sharp(icon.body).metadata();
			expect(`${width}x${height}`).toBe(sizes);
		}
		expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain("maskable");
	});

	test("the document's icons exist", async () => {
		const head = (await get("/about")).text;
		for (const [, address] of head.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="(.*?)"/g))
			expect((await get(String(address))).status).toBe(200);
	});

	test("robots may read everything but accounts", async () => {
		expect((await get("/robots.txt")).text).toBe("User-agent: *\nAllow: /\nDisallow: /auth/\n");
	});
});
