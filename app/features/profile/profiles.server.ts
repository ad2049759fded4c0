/** A user's profile, which is stored in columns of the table `users`. */

import { findUserById, type User, updateUser } from "~/features/auth/users.server";
import { diagramColumns } from "~/features/shift/chosen-rotation.server";
import { recordRotation } from "~/features/shift/history/rotation-history.server";
import { db } from "~/lib/database/db.server";
import { placeholders } from "~/lib/explained";
import { versionOf } from "~/lib/forms/form-state.server";
import * as messages from "~/lib/messages";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";

/** The fields of the profile form, with the values that the database stores: null for an optional empty field. */
export type ProfileFields = ReturnType<typeof profileFields>;

export function profileFields(user: User) {
	const { realName, diagram, crew, twitter, instagram, facebook, web, cycleStart } = user;
	// Only where there is one, so that all other versions of forms that wait on phones stay as they are.
	const position = cycleStart ? { cycleStart } : {};
	return { realName, diagram, crew, twitter, instagram, facebook, web, ...position };
}

/** Values of a reset profile, and of the optional fields that the user leaves empty. */
const EMPTY_FIELDS: ProfileFields = {
	realName: placeholders.realName,
	diagram: null,
	crew: null,
	twitter: null,
	instagram: null,
	facebook: null,
	web: null,
};

function toRow({ realName, diagram, cycleStart: _, ...sameNames }: ProfileFields) {
	return { ...sameNames, ...diagramColumns(diagram), real_name: realName };
}

/** Whether "Mi turno" opens by itself, because the user's own shifts are known, and not the diagram's page. */
export function opensMyShift({ crew, cycleStart }: Pick<User, "crew" | "cycleStart">): boolean {
	return (crew ?? cycleStart) !== null;
}

/**
 * Saves the profile form and clears empty fields. If the form has no name, the stored name stays.
 * @returns "stale" when other values were saved after the form was loaded, "gone" for a deleted account; then nothing
 *   changes
 */
export async function updateProfile(
	userId: string,
	fields: Partial<ProfileFields>,
	isPresent: IsPresent<ProfileFields> = () => true,
): Promise<SavedRecord<ProfileFields>> {
	const now = Date.now();
	return db.transaction().execute(async (trx) => {
		const user = await findUserById(userId, trx);
		if (!user) return { status: "gone" };
		const current = profileFields(user);
		const wanted = { ...current, ...EMPTY_FIELDS, realName: current.realName, ...fields };
		const keepsDiagram = wanted.diagram === current.diagram && wanted.crew === current.crew;
		const isSaved = versionOf(wanted) === versionOf(current);
		// A position that stays is no conflict, and was in no version at first.
		const isShown = isPresent(current) || (keepsDiagram && isPresent({ ...current, cycleStart: undefined }));
		if (!isSaved && !isShown) return { status: "stale", current };
		const forgotten = keepsDiagram ? {} : { cycle_start: null, answered_anchor: null };
		await updateUser(trx, userId, { ...toRow(wanted), ...forgotten }, now);
		const { diagram, crew } = wanted;
		const cycleStart = keepsDiagram ? user.cycleStart : null;
		await recordRotation(trx, userId, { before: user, after: { diagram, crew, cycleStart } }, now);
		return { status: "saved" };
	});
}

/** Resets a profile. The caller erases the photo's file. */
export async function emptyProfile(trx: typeof db, userId: string, username: string): Promise<void> {
	await updateUser(trx, userId, {
		...toRow(EMPTY_FIELDS),
		username,
		pay_period: "month",
		plant_number: null,
		cycle_start: null,
		answered_anchor: null,
		photo: null,
		auto_diagram: null,
		expiry_reminders: 1,
		shift_notices: 1,
		diagram_notices: 1,
	});
}

/** Columns of the settings that have a switch: what opens after the sign-in, and what the user is told of. */
const switches = {
	autoDiagram: "auto_diagram",
	expiryReminders: "expiry_reminders",
	shiftNotices: "shift_notices",
	diagramNotices: "diagram_notices",
} as const;
type SwitchName = keyof typeof switches;

export async function updateSwitch(userId: string, name: SwitchName, isOn: boolean) {
	await updateUser(db, userId, { [switches[name]]: isOn ? 1 : 0 });
}

/** Ways of signing in: the Spanish name, and why the user cannot change the photo, if so. */
export const providers = {
	NORMAL: { label: "Correo y contraseña", photoMessage: undefined },
	GOOGLE: { label: "Google", photoMessage: messages.googlePhoto },
	FACEBOOK: { label: "Facebook", photoMessage: messages.facebookPhoto },
} as const;
