/** Saves settings that have a switch on the pages of the account: the page after the sign-in, the expiry reminders. */
import { db } from "~/lib/database/db.server";

export async function updateAutoDiagram(userId: string, isOn: boolean, now = Date.now()): Promise<void> {
	await db
		.updateTable("users")
		.set({ auto_diagram: isOn ? 1 : 0, updated_at: now })
		.where("id", "=", userId)
		.execute();
}

export async function updateExpiryReminders(userId: string, isOn: boolean, now = Date.now()): Promise<void> {
	await db
		.updateTable("users")
		.set({ expiry_reminders: isOn ? 1 : 0, updated_at: now })
		.where("id", "=", userId)
		.execute();
}
