import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

/** Kinds of paper, in the order in which they are offered. */
export const categories = ["carnet", "apto", "recibo", "otro"] as const;

export type Category = (typeof categories)[number];

/** What one paper and several papers of a kind are called. */
export const categoryNames: Readonly<Record<Category, { one: string; many: string }>> = {
	carnet: { one: "Carnet", many: "Carnets" },
	apto: { one: "Apto médico", many: "Aptos" },
	recibo: { one: "Recibo", many: "Recibos" },
	otro: { one: "Otro", many: "Otros" },
};

export function isCategory(text: string | null | undefined): text is Category {
	return categories.some((category) => category === text);
}

/** Texts with which a new document can be saved, so that a photo is enough. */
export function proposalFor(today: CivilDate) {
	return { title: proposedTitle("otro", today), description: "Sin descripción.", category: "otro" };
}

export function proposedTitle(category: Category, today: CivilDate): string {
	const name = category === "otro" ? "Documento" : categoryNames[category].one;
	return `${name} del ${formatShortDate(today)}`;
}

/** Whether a title is one that was proposed for another kind of paper. */
export function isProposedTitle(title: string, today: CivilDate): boolean {
	return categories.some((category) => proposedTitle(category, today) === title);
}
