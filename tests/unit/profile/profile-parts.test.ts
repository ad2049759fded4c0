import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { AccountCard } from "~/features/profile/account-card";
import { DiagramCard } from "~/features/profile/diagram-card";
import { ProfileForm } from "~/features/profile/form/profile-form";
import { PhotoForm } from "~/features/profile/photo-form";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

const nobody = { realName: null, email: null, username: null, isVerified: false, photo: null, links: [] };

test("the account's card has what is known, each with its word, and placeholders for the rest", async () => {
	const seen = async (more: object) =>
		seenOf(await htmlOf(createElement(AccountCard, { account: { ...nobody, ...more } })));
	const known = { realName: "Ana Díaz", email: "ana@correo.com", username: "ana", provider: "Google" };
	expect(await seen({ ...known, isVerified: true })).toBe(
		"Ana Díaz Verificado Correo ana@correo.com Nombre de usuario ana Ingresás con Google",
	);
	expect(await seen({ realName: "", email: "", username: "" })).toBe(
		"SIN NOMBRE Verificar Correo SIN EMAIL Nombre de usuario SIN USERNAME Ingresás con SIN PROVEEDOR",
	);
});

test("the networks are a list if there are any, each with its own sign, Twitter with the X", async () => {
	expect(await htmlOf(createElement(AccountCard, { account: nobody }))).not.toContain("Tus redes");
	const links = (["twitter", "instagram"] as const).map((network) => {
		return { network, label: network, href: `https://${network}.com/ana`, text: "@ana" };
	});
	const html = await htmlOf(createElement(AccountCard, { account: { ...nobody, links } }));
	expect(Array.from(html.matchAll(/#(\w+)"><\/use>.*?>(\w+): </g), ([, sign, name]) => [sign, name])).toEqual(
		[
			["x", "twitter"],
			["instagram", "instagram"],
		],
	);
});

describe("the diagram's card", () => {
	const none = { diagram: null, crew: null, hasOwnPosition: false, autoDiagram: null, opensMyShift: false };
	const OTHER = "[Cambiar mi ciclo](/my-shift/find?view=cycle)";
	const MISSING = "[No está: escribir mi ciclo](/my-shift/find?view=cycle)";
	const isOff = "Está desactivada: al ingresar se abre tu perfil.";

	test.each<[Partial<ComponentProps<typeof DiagramCard>>, string, string]>([
		[{}, `SIN DIAGRAMA [Elegir mi diagrama](/auth/my-account/edit-profile) ${MISSING}`, isOff],
		[
			{ diagram: "3turnos" },
			"Diagrama 3 turnos Todas las escuadras [Ver mi diagrama](/diagrams/3turnos)",
			isOff,
		],
		[
			{ diagram: "3turnos", crew: "B" },
			"Diagrama 3 turnos Escuadra B [Ver mi diagrama](/diagrams/3turnos?crew=B)",
			isOff,
		],
		[
			{ diagram: "3turnos", hasOwnPosition: true },
			"Diagrama 3 turnos Tus turnos, sin la letra de una escuadra [Ver mi turno](/my-shift)",
			isOff,
		],
		[
			{
				diagram: "propio-4M2F",
				ownCycle: "Tu ciclo",
				hasOwnPosition: true,
				autoDiagram: true,
				opensMyShift: true,
			},
			`Tu ciclo Tus turnos, sin la letra de una escuadra [Ver mi turno](/my-shift) ${OTHER}`,
			"Está activada: al ingresar se abre Mi turno.",
		],
		[
			{ autoDiagram: true, opensMyShift: true },
			`SIN DIAGRAMA [Elegir mi diagrama](/auth/my-account/edit-profile) ${MISSING}`,
			"Está activada: falta que elijas tu diagrama.",
		],
	])("with %j", async (more, card, opening) => {
		const seen = seenOf(await htmlOf(createElement(DiagramCard, { ...none, ...more })));
		expect(seen).toContain(`${card} Apertura automática ${opening}`);
	});
});

describe("the profile's form", () => {
	const diagrams = [
		{ id: "3turnos", label: "3 turnos", crews: 3 },
		{ id: "2turnos", label: "2 turnos", crews: 2 },
	];
	const htmlWith = (more: Partial<ComponentProps<typeof ProfileForm>>) =>
		htmlOf(createElement(ProfileForm, { hasOwnName: true, diagrams, shown: {}, ...more }));
	const inputOf = (html: string, name: string) =>
		new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0];

	test("asks for a name, and shows that of another provider without asking", async () => {
		for (const [hasOwnName, realName, name] of [
			[true, "Ana Díaz", "Nombre y apellido 6 letras o más. «Ana Díaz» Diagrama"],
			[true, "SIN NOMBRE", "Nombre y apellido 6 letras o más. Diagrama"],
			[
				false,
				"SIN NOMBRE",
				"Nombre y apellido Viene de la cuenta con la que ingresás: se cambia ahí. «SIN NOMBRE»",
			],
		] as const) {
			const html = await htmlWith({ hasOwnName, shown: { realName } });
			expect(seenOf(html)).toContain(name);
			expect(inputOf(html, "realName")?.match(/ (required|disabled)=""/g)).toEqual([
				hasOwnName ? ' required=""' : ' disabled=""',
			]);
		}
	});

	test.each([
		["3turnos", "☐ Elegí tu diagrama ☒ 3 turnos ☐ 2 turnos"],
		["2turnos", "☐ Elegí tu diagrama ☐ 3 turnos ☒ 2 turnos"],
		["propio-4M2F", "☐ Elegí tu diagrama ☐ 3 turnos ☐ 2 turnos ☒ Tu ciclo"],
		["", "☐ Elegí tu diagrama ☐ 3 turnos ☐ 2 turnos"],
	])(
		"with the diagram «%s» offers the diagrams and, without script, the crews of any",
		async (diagram, choices) => {
			const seen = seenOf(await htmlWith({ shown: { diagram } }));
			const crews = "☐ No sé ☐ A ☐ B ☐ C ☐ D ☐ E X";
			expect(seen).toContain(`${choices} Escuadra Tu letra en el diagrama. ${crews} (Twitter)`);
		},
	);

	test("keeps offering the own cycle that another tab has saved", async () => {
		expect(seenOf(await htmlWith({ saved: { diagram: "propio-4M2F" } }))).toContain("☐ Tu ciclo");
	});

	test("is left for the profile, or for the page that has asked for it", async () => {
		expect(seenOf(await htmlWith({}))).toContain("[Cancelar](/auth/my-account)");
		expect(seenOf(await htmlWith({ cancel: "/my-shift" }))).toContain("[Cancelar](/my-shift)");
	});

	test("gets the keyboard for addresses only where one is typed whole", async () => {
		const html = await htmlWith({});
		const networks = ["twitter", "instagram", "facebook", "web"];
		expect(networks.filter((name) => inputOf(html, name)?.includes('inputMode="url"'))).toEqual(["web"]);
	});
});

test("a refused photo is marked, for whoever hears the page", async () => {
	const marks = async (error?: Record<string, string[]>) => {
		const result = error && ({ status: "error", error } as const);
		const html = await htmlOf(createElement(PhotoForm, { photo: null, result }));
		return html.match(/aria-describedby="\S+ imagen-photo-error"[^>]*aria-invalid="true"/) !== null;
	};
	expect([await marks({ photo: ["No es una imagen."] }), await marks()]).toEqual([true, false]);
});

test("a photo can be downloaded as JPEG only where there is one, and the browser cannot show it", async () => {
	const seen = async (photo: string | null, lacksWebp: boolean) =>
		seenOf(await htmlOf(createElement(PhotoForm, { photo }), undefined, { session: { lacksWebp } }));
	expect(await seen("a1", true)).toMatch(/¿No se ve\? \[Descargá tu foto\]\(\/images\/a1.*\.jpg\)/);
	expect(await seen("a1", false)).not.toContain("¿No se ve?");
	expect(await seen(null, true)).not.toContain("¿No se ve?");
});
