/** The people of a run, and what the database holds of them. */
import SQLite from "better-sqlite3";
import { seedUser } from "../../support/accounts-on-disk";
import { inDatabase, type Site } from "../servers/site";
import type { SoakPhone } from "./soak-phone";

export const PASSWORD = "acero frío 1900";

export interface SoakPerson {
	id: string;
	email: string;
	/** Name that occurs nowhere else. */
	name: string;
	/** All words that only this person has typed. */
	words: string[];
}

export function addPerson({ databasePath }: Site, name: string, passwordHash: string): SoakPerson {
	const { id, email } = seedUser(databasePath, {
		password_hash: passwordHash,
		real_name: name,
		diagram: "4turnos_7dias",
		crew: "C",
	});
	return { id, email, name, words: [name] };
}

/** Ends all sessions, as from another phone. */
export function endSessions({ databasePath }: Site, { id }: SoakPerson): void {
	inDatabase(databasePath, (file) => file.prepare("DELETE FROM sessions WHERE user_id = ?").run(id));
}

/** Rows with a word, by owner. Read by this process, which is neither the server nor the browser. */
export function ownersOf({ databasePath }: Site, word: string): string[] {
	const file = new SQLite(databasePath, { readonly: true, timeout: 5000 });
	try {
		return file
			.prepare<[string, string, string], string>(
				`SELECT user_id FROM extras WHERE comment = ?
				UNION ALL SELECT user_id FROM own_days WHERE note = ?
				UNION ALL SELECT user_id FROM slips WHERE amount = 100 * ?`,
			)
			.pluck()
			.all(word, word, word);
	} finally {
		file.close();
	}
}

/** Signs in as people do. Returns whether the account page came. */
export async function signIn(phone: SoakPhone, { email, name }: SoakPerson): Promise<boolean> {
	await phone.open("/auth/login");
	const { page } = phone;
	try {
		// The session of before may have survived.
		if (page.url().includes("/auth/my-account")) return (await page.content()).includes(name);
		await page.locator("input[name=email]").fill(email, { timeout: 5000 });
		await page.locator("input[name=password]").fill(PASSWORD);
		await page.locator("input[name=password]").press("Enter");
		await page.waitForURL(/\/auth\/my-account/, { timeout: 15_000 });
		return true;
	} catch {
		return false;
	}
}

export type Leaving = "send" | "keep" | "discard";

/**
 * Signs out with the button of "Más".
 * @param leaving what is to become of forms that wait
 * @returns "out", "asked" if the phone asked about waiting forms first, or what was there instead
 */
export async function signOut(phone: SoakPhone, leaving: Leaving): Promise<string> {
	const shown = await phone.open("/auth/more");
	const { page } = phone;
	const button = page.locator("main form[action*=logout] button");
	if ((await button.count()) === 0) return `sin botón: ${page.url()} ${shown.slice(0, 80)}`;
	await button.first().click();
	const choiceOf = (what: Leaving) => page.locator(`main form:has([name=waiting][value=${what}]) button`);
	const over = page.getByRole("heading", { name: "Sesión cerrada" });
	const isOut = async () => !page.url().includes("/auth/") || (await over.count()) > 0;
	let [asked, wanted] = ["out", leaving];
	const end = performance.now() + 10_000;
	while (performance.now() < end) {
		const choice = choiceOf(wanted);
		if ((await choice.count().catch(() => 0)) > 0) {
			asked = "asked";
			await choice.click({ timeout: 5000 }).catch(() => undefined);
			// Without signal, the phone asks again.
			if (wanted === "send") wanted = "keep";
		}
		if (await isOut().catch(() => false)) return asked;
		await page.waitForTimeout(50);
	}
	return `no pudo: ${page.url()} ${await page.locator("main").innerText({ timeout: 1000 }).catch(String)}`.slice(
		0,
		300,
	);
}
