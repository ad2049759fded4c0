/** The profile of a user. Its columns of `users` are read and written here, and the photo in photo.server.ts. */
import type { DB, UsersTable } from "db/schema";
import type { Selectable, Selection } from "kysely";
import { db } from "~/lib/database/db.server";
import { placeholders } from "~/lib/explained";
import { versionOf } from "~/lib/forms/form-state.server";

/** The columns that the form of the profile fills in. A new field goes here, into `EMPTY_FIELDS` and into `toRow`. */
const formColumns = [
	"real_name as realName",
	"diagram",
	"crew",
	"pay_period as payPeriod",
	"twitter",
	"instagram",
	"facebook",
	"web",
] as const;

const columns = [
	...formColumns,
	"photo",
	"auto_diagram as autoDiagram",
	"expiry_reminders as expiryReminders",
] as const;

/** The fields of the form, as they are stored. */
export type ProfileFields = Selection<DB, "users", FormColumn>;

export type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

type FormColumn = (typeof formColumns)[number];
type ColumnOf<Selected> = Selected extends `${infer Column} as ${string}` ? Column : Selected;
type FormRow = Pick<Selectable<UsersTable>, ColumnOf<FormColumn>>;
type Reader = Pick<typeof db, "selectFrom">;
type Writer = Pick<typeof db, "updateTable">;

/** The form of a new account, and what an optional field holds that is left empty. */
const EMPTY_FIELDS: ProfileFields = {
	realName: placeholders.realName,
	diagram: null,
	crew: null,
	payPeriod: "month",
	twitter: null,
	instagram: null,
	facebook: null,
	web: null,
};

function toRow({ realName, payPeriod, ...sameNames }: ProfileFields): FormRow {
	return { ...sameNames, real_name: realName, pay_period: payPeriod };
}

/** Undefined when the account is gone. */
export async function findProfile(userId: string, trx: Reader = db) {
	const found = await trx.selectFrom("users").select(columns).where("id", "=", userId).executeTakeFirst();
	if (!found) return undefined;
	const { autoDiagram, expiryReminders, ...row } = found;
	return {
		...row,
		/** Null until the switch has been used. */
		autoDiagram: autoDiagram === null ? null : autoDiagram === 1,
		/** Whether mails go out before a document expires; only to a verified address. */
		expiryReminders: expiryReminders === 1,
	};
}

/** The part of a profile that its form shows and saves. */
export function profileFields({ photo, autoDiagram, expiryReminders, ...fields }: Profile): ProfileFields {
	return fields;
}

/**
 * Saves the form of the profile. A field that it leaves empty is emptied, but for the name, which is absent from the
 * form of a provider's account.
 * @param version the version of the profile that the form was made from
 * @returns "stale" when another version was saved meanwhile, "gone" when the account was deleted; then nothing has changed
 */
export async function updateProfile(
	userId: string,
	fields: Partial<ProfileFields>,
	version?: string,
	now = Date.now(),
): Promise<{ status: "saved" | "gone" } | { status: "stale"; current: ProfileFields }> {
	return db.transaction().execute(async (trx) => {
		const profile = await findProfile(userId, trx);
		if (!profile) return { status: "gone" };
		const current = profileFields(profile);
		const wanted = { ...current, ...EMPTY_FIELDS, realName: current.realName, ...fields };
		const isSaved = versionOf(wanted) === versionOf(current);
		if (version !== undefined && version !== versionOf(current) && !isSaved)
			return { status: "stale", current };
		await trx
			.updateTable("users")
			.set({ ...toRow(wanted), updated_at: now })
			.where("id", "=", userId)
			.execute();
		return { status: "saved" };
	});
}

/** Sets the profile back to that of a new account. The caller erases the file of the photo. */
export async function emptyProfile(trx: Writer, userId: string): Promise<void> {
	await trx
		.updateTable("users")
		.set({ ...toRow(EMPTY_FIELDS), photo: null, auto_diagram: null, expiry_reminders: 1 })
		.where("id", "=", userId)
		.execute();
}

export async function updateRealName(
	trx: Writer,
	userId: string,
	realName: string,
	now: number,
): Promise<void> {
	await trx
		.updateTable("users")
		.set({ real_name: realName, updated_at: now })
		.where("id", "=", userId)
		.execute();
}

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
