import { listPasskeys } from "~/features/auth/passkeys.server";
import type { User } from "~/features/auth/users.server";
import { findFeed } from "~/features/calendars/calendar-feeds.server";
import { listSubscriptions } from "~/features/notices/push-subscriptions.server";
import { toCsv } from "~/lib/csv";
import { db } from "~/lib/database/db.server";
import { photoFile } from "~/lib/images/image-files";
import { hasFile, uploadPath } from "~/lib/images/uploads.server";
import { exportedJson, isoTime } from "~/lib/records/exported-records";
import type { ZipPart } from "~/lib/zip.server";

const PHOTO_NAME = "foto-de-perfil.webp";

/**
 * Returns the files of the data export that contain a user's account, profile and profile photo. `missing` names a profile
 * photo whose file is missing.
 */
export async function accountParts(user: User): Promise<{ parts: ZipPart[]; missing: string[] }> {
	const photo = user.photo ? { name: PHOTO_NAME, path: uploadPath(photoFile(user.photo)) } : undefined;
	const isKept = photo !== undefined && (await hasFile(photo.path));
	const data = { ...(await accountData(user)), photoUrl: isKept ? photo.name : null };
	return {
		parts: [
			{ name: "perfil.json", text: exportedJson(data) },
			{ name: "perfil.csv", text: toCsv([["dato", "valor"], ...linesOf(data)]) },
			...(isKept ? [photo] : []),
		],
		missing: photo && !isKept ? [photo.name] : [],
	};
}

/** A user's data for the export, without the hashes of secrets. */
async function accountData({ id, isVerified, hasPassword, createdAt, updatedAt, photo, ...user }: User) {
	const sessions = await db
		.selectFrom("sessions")
		.select(["created_at", "expires_at"])
		.where("user_id", "=", id)
		.orderBy("created_at")
		.execute();
	const providers = await db
		.selectFrom("provider_accounts")
		.select(["provider", "subject", "created_at"])
		.where("user_id", "=", id)
		.execute();
	const feed = await findFeed(id);
	const passkeys = await listPasskeys(id);
	const devices = await db.selectFrom("devices").select("expires_at").where("user_id", "=", id).execute();
	return {
		id,
		...user,
		emailVerified: isVerified,
		hasPassword,
		createdAt: isoTime(createdAt),
		updatedAt: isoTime(updatedAt),
		sessions: sessions.map((row) => ({ since: isoTime(row.created_at), until: isoTime(row.expires_at) })),
		knownBrowsers: devices.map((row) => ({ until: isoTime(row.expires_at) })),
		passkeys: passkeys.map(({ id: credential, name, createdAt: since, usedAt }) => ({
			id: credential,
			name,
			since: isoTime(since),
			used: usedAt === null ? null : isoTime(usedAt),
		})),
		notices: (await listSubscriptions(id)).map((since) => ({ since: isoTime(since) })),
		calendarAddress: feed ? { since: isoTime(feed.createdAt), alarms: feed.alarms } : null,
		providers: providers.map(({ created_at, ...row }) => ({ ...row, since: isoTime(created_at) })),
	};
}

type AccountData = Awaited<ReturnType<typeof accountData>> & { photoUrl: string | null };

/** What the table calls each value, in its order; of a list also what its parts are. */
const headings: Record<keyof AccountData, string> = {
	email: "correo",
	username: "nombre de usuario",
	realName: "nombre y apellido",
	photoUrl: "foto",
	twitter: "Twitter",
	instagram: "Instagram",
	facebook: "Facebook",
	web: "página web",
	diagram: "diagrama",
	crew: "escuadra",
	cycleStart: "primer día del ciclo",
	answeredAnchor: "día del diagrama con el que confirmaste tu escuadra",
	payPeriod: "período de pago",
	plantNumber: "legajo",
	autoDiagram: "apertura automática",
	shiftNotices: "avisos de tus turnos",
	expiryReminders: "avisos de documentos que vencen",
	diagramNotices: "avisos de cambios del diagrama",
	providerAuth: "forma de ingreso",
	providers: "cuentas para ingresar (cuál, código, desde)",
	emailVerified: "correo verificado",
	hasPassword: "tiene contraseña",
	passkeys: "llaves de acceso (código, nombre, desde, último uso)",
	sessions: "sesiones abiertas (desde, hasta)",
	knownBrowsers: "navegadores conocidos (hasta)",
	notices: "equipos con avisos (desde)",
	calendarAddress: "enlace del calendario (desde, avisos)",
	id: "código",
	createdAt: "cuenta creada",
	updatedAt: "cuenta cambiada",
};

function linesOf(data: AccountData): string[][] {
	return Object.entries(headings).map(([name, heading]) => [heading, textOf(Reflect.get(data, name))]);
}

function textOf(value: unknown): string {
	if (typeof value === "boolean") return value ? "sí" : "no";
	if (Array.isArray(value)) return value.map(textOf).join("\n");
	if (typeof value === "object" && value !== null) return Object.values(value).map(textOf).join(", ");
	return String(value ?? "");
}
