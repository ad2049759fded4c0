/** Pesos as whole centavos, so that sums are exact. */

/**
 * Parses pesos as Argentines type them: "45000", "45.000", "45.000,50", "45000.5", "$ 45.000".
 * @returns centavos, at most 999.999.999,99 pesos; undefined for any other text. "1.000" is a thousand, "1.00" is
 *   one
 */
export function parsePesos(text: string): number | undefined {
	const amount = text.trim().replace(/^\$\s*/, "");
	const match =
		/^(\d{1,3}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/.exec(amount) ?? /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(amount);
	if (!match) return undefined;
	const [, pesos = "", centavos = ""] = match;
	return Number(pesos.replaceAll(".", "")) * 100 + Number(centavos.padEnd(2, "0"));
}

/** Formats centavos as "$ 45.000,50", with a no-break space, so that a line never ends between sign and amount. */
export function formatPesos(centavos: number): string {
	return `$\u00A0${pesosText(centavos)}`;
}

/** Formats centavos as "45.000,50", without the currency sign. */
export function pesosText(centavos: number): string {
	const pesos = String(Math.floor(centavos / 100)).replace(/\B(?=(\d{3})+$)/g, ".");
	return `${pesos},${String(centavos % 100).padStart(2, "0")}`;
}
