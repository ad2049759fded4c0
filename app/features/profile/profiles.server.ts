/** A user's profile, which is stored in columns of the table `users`. */
import type { DB, UsersTable } from "db/schema";
import type { Selectable, Selection } from "kysely";
import { deleteRotationHistory, recordRotation } from "~/features/shift/history/rotation-history.server";
import { db } from "~/lib/database/db.server";
import { placeholders } from "~/lib/explained";
import { versionOf } from "~/lib/forms/form-state.server";

/**
 * Columns of the profile form. A new column also needs a value in `EMPTY_FIELDS` and, if its field has another name than
 * the column, a line in `toRow`.
 */
const formColumns = [
	"real_name as realName",
	"diagram",
	"crew",
	"pay_period as payPeriod",
	"plant_number as plantNumber",
	"twitter",
	"instagram",
	"facebook",
	"web",
] as const;

const columns = [
	...formColumns,
	"cycle_start as cycleStart",
	"answered_anchor as answeredAnchor",
	"photo",
	"auto_diagram as autoDiagram",
	"expiry_reminders as expiryReminders",
] as const;

/** The fields of the profile form, with the values that the database stores: null for an optional empty field. */
export type ProfileFields = Selection<DB, "users", FormColumn>;

export type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

type FormColumn = (typeof formColumns)[number];
type ColumnOf<Selected> = Selected extends `${infer Column} as ${string}` ? Column : Selected;
type FormRow = Pick<Selectable<UsersTable>, ColumnOf<FormColumn>>;
type Reader = Pick<typeof db, "selectFrom">;
type Writer = Pick<typeof db, "updateTable">;
type Eraser = Pick<typeof db, "updateTable" | "deleteFrom">;

/** Values of a reset profile, and of the optional fields that the user leaves empty. */
const EMPTY_FIELDS: ProfileFields = {
	realName: placeholders.realName,
	diagram: null,
	crew: null,
	payPeriod: "month",
	plantNumber: null,
	twitter: null,
	instagram: null,
	facebook: null,
	web: null,
};

function toRow({ realName, payPeriod, plantNumber, ...sameNames }: ProfileFields): FormRow {
	return { ...sameNames, real_name: realName, pay_period: payPeriod, plant_number: plantNumber || null };
}

/** A user's profile; undefined for a deleted account. */
export async function findProfile(userId: string, trx: Reader = db) {
	const found = await trx.selectFrom("users").select(columns).where("id", "=", userId).executeTakeFirst();
	if (!found) return undefined;
	const { autoDiagram, expiryReminders, ...row } = found;
	return {
		...row,
		/** Whether "Mi turno" or the diagram opens by itself; null until the user has chosen. */
		autoDiagram: autoDiagram === null ? null : autoDiagram === 1,
		/** Whether the user wants mails before documents expire. Only a verified address gets these mails. */
		expiryReminders: expiryReminders === 1,
	};
}

export function profileFields({
	cycleStart,
	answeredAnchor,
	photo,
	autoDiagram,
	expiryReminders,
	...fields
}: Profile): ProfileFields {
	return fields;
}

/**
 * Saves the profile form and clears empty fields. If the form has no name, the stored name stays.
 * @param version version of the profile when the form was loaded
 * @returns "stale" when another version was saved since then, "gone" for a deleted account; then nothing changes
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
		const keepsDiagram = wanted.diagram === current.diagram && wanted.crew === current.crew;
		const isSaved = versionOf(wanted) === versionOf(current);
		if (version !== undefined && version !== versionOf(current) && !isSaved)
			return { status: "stale", current };
		await trx
			.updateTable("users")
			.set({
				...toRow(wanted),
				...(!keepsDiagram && { cycle_start: null, answered_anchor: null }),
				updated_at: now,
			})
			.where("id", "=", userId)
			.execute();
		const { diagram, crew } = wanted;
		const cycleStart = keepsDiagram ? profile.cycleStart : null;
		await recordRotation(trx, userId, { before: profile, after: { diagram, crew, cycleStart } }, now);
		return { status: "saved" };
	});
}

/** Resets a profile, and deletes its history of diagrams and crews. The caller erases the photo's file. */
export async function emptyProfile(trx: Eraser, userId: string): Promise<void> {
	await deleteRotationHistory(trx, userId);
	await trx
		.updateTable("users")
		.set({
			...toRow(EMPTY_FIELDS),
			cycle_start: null,
			answered_anchor: null,
			photo: null,
			auto_diagram: null,
			expiry_reminders: 1,
		})
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
