import type { Generated } from "kysely";

/** Types of the tables. Keep them in step with `migrations/`. */
export interface DB {
	diagramas: DiagramasTable;
	diagram_pictures: DiagramPicturesTable;
	feriados: FeriadosTable;
	users: UsersTable;
	provider_accounts: ProviderAccountsTable;
	sessions: SessionsTable;
	devices: DevicesTable;
	pending_registrations: PendingRegistrationsTable;
	mail_tokens: MailTokensTable;
	mail_codes: MailCodesTable;
	attempts: AttemptsTable;
	outbox: OutboxTable;
	documents: DocumentsTable;
	documents_search: DocumentsSearchTable;
	document_images: DocumentImagesTable;
	extras: ExtrasTable;
	deleted_extras: ExtrasTable & { deleted_at: number };
	extras_splitting: ExtrasSplittingTable;
	deleted_accounts: { user_hash: string; deleted_at: number };
}

export interface DiagramasTable {
	id: string;
	position: number;
	cycle: string;
	crews: number;
	offset_days: number;
	anchor: string;
	/** Whether an operator has confirmed the anchor */
	anchor_confirmed: Generated<0 | 1>;
	/** JSON: `{"M": ["06:00", "14:00"]}` */
	hours: string;
	/** JSON: `[7]` */
	closed_weekdays: string;
	/** UTC milliseconds */
	updated_at: number;
}

export interface DiagramPicturesTable {
	diagram_id: string;
	period: string;
	file: string;
	hash: string;
	width: number;
	height: number;
}

export interface FeriadosTable {
	date: string;
	name: string;
	kind: "feriado" | "no_laborable" | "gremial";
	confirmed: 0 | 1;
	source: string;
}

export interface UsersTable {
	id: string;
	email: string;
	/** UTC milliseconds, like all columns that end in `_at` */
	email_verified_at: number | null;
	username: string;
	password_hash: string | null;
	provider_auth: "NORMAL" | "GOOGLE" | "FACEBOOK";
	real_name: Generated<string>;
	photo: string | null;
	diagram: string | null;
	crew: string | null;
	auto_diagram: 0 | 1 | null;
	twitter: string | null;
	facebook: string | null;
	instagram: string | null;
	web: string | null;
	/** Whether a mail is sent before a document expires */
	expiry_reminders: Generated<0 | 1>;
	/** 'month', 'fortnight', or 'closing-' followed by a day of the month */
	pay_period: Generated<string>;
	/** When the mail about the removal of the unverified account was sent */
	removal_notice_at: number | null;
	/** Number of wrong codes entered since the account was created */
	wrong_codes: Generated<number>;
	created_at: number;
	updated_at: number;
}

export interface ProviderAccountsTable {
	provider: "GOOGLE" | "FACEBOOK";
	subject: string;
	user_id: string;
	created_at: number;
}

export interface SessionsTable {
	token_hash: string;
	user_id: string;
	created_at: number;
	expires_at: number;
}

export interface DevicesTable {
	token_hash: string;
	user_id: string;
	expires_at: number;
}

export interface PendingRegistrationsTable {
	token_hash: string;
	user_id: string;
	is_new: 0 | 1;
	wrong_codes: Generated<number>;
	expires_at: number;
}

export interface MailTokensTable {
	token_hash: string;
	purpose: "verify" | "reset";
	user_id: string;
	email: string;
	expires_at: number;
}

export interface MailCodesTable {
	user_id: string;
	purpose: "verify" | "delete";
	code_hash: string;
	wrong_tries: Generated<number>;
	expires_at: number;
}

export interface AttemptsTable {
	key: string;
	tokens: number;
	updated_at: number;
	full_at: number;
}

export interface OutboxTable {
	id: string;
	kind: string;
	user_id: string | null;
	address: string;
	/** Keyed hash of the client address that requested the mail */
	asked_by: string | null;
	tries: Generated<number>;
	created_at: number;
	next_try_at: number;
}

export interface DocumentsTable {
	id: Generated<number>;
	user_id: string;
	id_file: string;
	title: string;
	description: string;
	/** Civil date */
	expires_on: string | null;
	/** The last reminder that was sent or is no longer due, as days before the expiry */
	reminded_days: 30 | 7 | null;
	created_at: number;
	edited_at: number | null;
}

/** Full-text index of `documents`, kept up to date by triggers. */
export interface DocumentsSearchTable {
	rowid: number;
	documents_search: string;
}

export interface DocumentImagesTable {
	id: string;
	user_id: string;
	id_file: string;
	/** Null for a pending photo */
	document_id: number | null;
	sha256: string;
	width: number;
	height: number;
	/** Total size of the photo's two files */
	bytes: number;
	created_at: number;
	position: number;
}

/** Overtime entries */
export interface ExtrasTable {
	user_id: string;
	/** Civil date of the start */
	date: string;
	created_at: number;
	id_file: string;
	minutes: number;
	shift: string;
	comment: string | null;
	/** Minutes since midnight */
	start_minute: number | null;
	compensation: "pago" | "franco" | "banco" | null;
	minutes_50: number;
	minutes_100: number;
	minutes_unclassified: number;
	/** Null for unknown */
	minutes_night: number | null;
	/** 1 when the worker has changed the split */
	is_own_split: 0 | 1;
	edited_at: number | null;
	/** 1 when `start_minute` was taken from the shift in the user's diagram */
	is_start_proposed: Generated<0 | 1>;
	/** 1 when the hours at 50 and 100 % cannot be computed without a start time, until the worker saves the extra again */
	needs_review: Generated<0 | 1>;
}

/** One row: fingerprint of the rules by which stored extras are split, and the progress of splitting them by new rules */
export interface ExtrasSplittingTable {
	id: 1;
	fingerprint: string;
	/** User id of the last extra that was split again; null when all extras are done */
	done_user_id: string | null;
	done_id_file: string | null;
}
