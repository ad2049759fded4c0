import { findUserById, type User, updateUser } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { type IsPresent, type SavedRecord, saveRecordForm } from "~/lib/records/save-record-form.server";
import { paySettingsSchema } from "./pay-settings-form";

type PaySettings = Pick<User, "payPeriod" | "plantNumber">;

export function paySettings({ payPeriod, plantNumber }: PaySettings): PaySettings {
	return { payPeriod, plantNumber };
}

/**
 * Saves the pay period and the employee number, which are columns of the table `users`.
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving
 */
export async function savePaySettingsAction(request: Request, { id }: Pick<User, "id">) {
	const fields = await readFields(request, [...carriedFields, ...Object.keys(paySettingsSchema.shape)]);
	return saveRecordForm(fields, paySettingsSchema, {
		toForm: paySettings,
		versionOf: (current: PaySettings) => versionOf(paySettings(current)),
		save: ({ payPeriod, plantNumber }, isPresent) =>
			updatePaySettings(id, { payPeriod, plantNumber: plantNumber || null }, isPresent),
		next: () => ["/auth/my-pay/settings", { text: "Guardamos tu período de pago y tu legajo." }],
	});
}

async function updatePaySettings(
	userId: string,
	{ payPeriod, plantNumber }: PaySettings,
	isPresent: IsPresent<PaySettings> = () => true,
): Promise<SavedRecord<PaySettings>> {
	return db.transaction().execute(async (trx) => {
		const current = await findUserById(userId, trx);
		if (!current) return { status: "gone" };
		const isSaved = current.payPeriod === payPeriod && current.plantNumber === plantNumber;
		if (!isSaved && !isPresent(current)) return { status: "stale", current };
		await updateUser(trx, userId, { pay_period: payPeriod, plant_number: plantNumber });
		return { status: "saved" };
	});
}
