import type { Page } from "playwright-core";

/** Values of the form of an extra (overtime entry), by field name. */
export type ExtraValues = Readonly<Record<string, string>>;

/** Fills the fields in: taps the chip (radio button) of a value or, if there is none, types or selects the value. */
export async function fillExtra(page: Page, values: ExtraValues): Promise<void> {
	for (const [name, value] of Object.entries(values)) await fillField(page, name, value);
}

async function fillField(page: Page, name: string, value: string): Promise<void> {
	const form = page.locator("#extra");
	const control = form.locator(`[name=${name}]`);
	// `getAttribute` also waits for the form.
	if ((await control.first().getAttribute("type")) !== "radio") {
		await unfold(page, name);
		await control.fill(value);
		return;
	}
	await control.first().waitFor({ state: "attached" });
	await whenRead(page);
	const chip = form.locator(`[type=radio][name=${name}][value="${value}"]`);
	if ((await chip.count()) === 1) return tap(page, await chip.getAttribute("id"));
	await chooseOther(page, name);
	await form.locator(`[name=${otherNames[name]}]`).fill(value);
}

const otherNames: Readonly<Record<string, string>> = {
	date: "otherDate",
	shift: "otherShift",
	hour: "otherHour",
};

/** Waits until the browser has read the whole form: when a field's first chip is there, the others may be on their way. */
function whenRead(page: Page): Promise<void> {
	return page.waitForLoadState("domcontentloaded");
}

/** Taps the chip "Otra" (radio button for another value) of each field in `names`, and opens the folded fields. */
export async function showExtraFields(page: Page, names: readonly string[]): Promise<void> {
	await whenRead(page);
	for (const name of names) await chooseOther(page, name);
	for (const name of ["comment", "hours50"]) await unfold(page, name);
}

async function chooseOther(page: Page, name: string): Promise<void> {
	await tap(page, await page.locator(`#extra [name=${name}][value=other]`).getAttribute("id"));
}

/** Taps the label of a radio button, because the radio button itself is invisible. */
function tap(page: Page, id: string | null): Promise<void> {
	return page.locator(`#extra label[for="${id}"]`).click();
}

async function unfold(page: Page, name: string): Promise<void> {
	const fold = page.locator("#extra details", { has: page.locator(`[name=${name}]`) });
	if ((await fold.count()) === 1 && (await fold.getAttribute("open")) === null)
		await fold.locator("summary").click();
}

/** The value that the form would send for a field. */
export async function extraValue(page: Page, name: string): Promise<string> {
	const other = otherNames[name];
	await page.locator(`#extra [name=${name}]`).first().waitFor({ state: "attached" });
	await whenRead(page);
	const chosen = page.locator(`#extra [type=radio][name=${name}]:checked`);
	if (!other && (await chosen.count()) === 1) return chosen.inputValue();
	if (!other) return page.locator(`#extra [name=${name}]`).inputValue();
	const value = (await chosen.count()) === 1 ? await chosen.inputValue() : "";
	return value === "other" ? page.locator(`#extra [name=${other}]`).inputValue() : value;
}
