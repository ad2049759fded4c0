import type { Generated } from "kysely";

/**
 * Types of the database tables; the comments in db/migrations explain the columns. Columns that end in `_at` are in
 * UTC milliseconds. Change this file with every migration.
 */
export interface DB {
	diagramas: DiagramasTable;
	diagram_pictures: DiagramPicturesTable;
	feriados: FeriadosTable;
	changed_holidays: { date: string; changed_at: number };
	users: UsersTable;
	provider_accounts: ProviderAccountsTable;
	sessions: SessionsTable;
	devices: DevicesTable;
	pending_registrations: PendingRegistrationsTable;
	mail_tokens: MailTokensTable;
	mail_codes: MailCodesTable;
	attempts: AttemptsTable;
	passkeys: PasskeysTable;
	push_subscriptions: PushSubscriptionsTable;
	push_keys: { id: 1; public_key: string; private_key: string };
	sent_notices: {
		user_id: string;
		kind: "shift" | "expiry" | "diagram";
		date: string;
		/** Letter of the shift; null for the other kinds, and for notices sent before it was kept. */
		letter: string | null;
	};
	spent_challenges: { token_hash: string; expires_at: number };
	outbox: OutboxTable;
	documents: DocumentsTable;
	document_images: DocumentImagesTable;
	extras: ExtrasTable;
	extras_splitting: ExtrasSplittingTable;
	stale_pay: StalePayTable;
	marked_stale_pay: Pick<StalePayTable, "user_id" | "first_day" | "last_day">;
	own_days: OwnDaysTable;
	changed_days: ChangedDaysTable;
	rotation_history: RotationHistoryTable;
	calendar_feeds: CalendarFeedsTable;
	hour_values: HourValuesTable;
	agreements: AgreementsTable;
	slips: SlipsTable;
	deleted_records: DeletedRecordsTable;
	deleted_ids: Omit<DeletedRecordsTable, "content">;
	deleted_accounts: { user_hash: string; deleted_at: number };
}

export interface DiagramasTable {
	id: string;
	position: number;
	cycle: string;
	crews: number;
	offset_days: number;
	anchor: string;
	/** Whether an operator has confirmed the anchor, the date on which the shift cycle starts. */
	anchor_confirmed: Generated<0 | 1>;
	hours: string;
	closed_weekdays: string;
	updated_at: number;
	/** When its shifts last changed: confirming them does not. */
	corrected_at: number;
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
	email_verified_at: number | null;
	username: string;
	password_hash: string | null;
	provider_auth: "NORMAL" | "GOOGLE" | "FACEBOOK";
	real_name: Generated<string>;
	photo: string | null;
	diagram: string | null;
	/** The user's own cycle, as the id of a diagram (own-diagram.ts), which takes the place of `diagram`. */
	own_cycle: string | null;
	crew: string | null;
	/** A date on which the user's own shift cycle starts, which takes precedence over `crew`; null if `crew` applies. */
	cycle_start: string | null;
	/** Anchor of the user's diagram on which the user last said whether the crew's shifts are right; null if never. */
	answered_anchor: string | null;
	auto_diagram: 0 | 1 | null;
	/** Not read since there is one automatic opening; kept for older programs, which an operator may go back to. */
	auto_opening: Generated<"diagram" | "my-shift">;
	twitter: string | null;
	facebook: string | null;
	instagram: string | null;
	web: string | null;
	expiry_reminders: Generated<0 | 1>;
	shift_notices: Generated<0 | 1>;
	diagram_notices: Generated<0 | 1>;
	pay_period: Generated<"month" | "fortnight" | `closing-${number}`>;
	plant_number: string | null;
	removal_notice_at: number | null;
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

export interface PasskeysTable {
	id: string;
	user_id: string;
	user_handle: string;
	public_key: string;
	rp_id: string;
	sign_count: number;
	name: string;
	created_at: number;
	used_at: number | null;
}

export interface PushSubscriptionsTable {
	session_hash: string;
	user_id: string;
	endpoint: string;
	p256dh: string;
	auth: string;
	wait_until: Generated<number>;
	created_at: number;
}

export interface OutboxTable {
	id: string;
	kind: string;
	user_id: string | null;
	address: string;
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
	expires_on: string | null;
	reminded_days: 30 | 7 | null;
	created_at: number;
	edited_at: number | null;
	category: Generated<"carnet" | "apto" | "recibo" | "otro">;
	/** 1 if the owner has the document at hand for the gate, else 0. */
	at_hand: Generated<0 | 1>;
}

export interface DocumentImagesTable {
	id: string;
	user_id: string;
	id_file: string;
	document_id: number | null;
	sha256: string;
	width: number;
	height: number;
	bytes: number;
	created_at: number;
	position: number;
}

/** Overtime entries, called extras. */
export interface ExtrasTable {
	user_id: string;
	date: string;
	created_at: number;
	id_file: string;
	minutes: number;
	shift: string;
	comment: string | null;
	start_minute: number | null;
	compensation: "pago" | "franco" | "banco" | null;
	/** JSON object: minutes by premium. */
	premiums: string;
	/** JSON list of words. */
	doubts: Generated<string>;
	reason: string | null;
	minutes_night: number | null;
	is_own_split: 0 | 1;
	edited_at: number | null;
	/** 1 when `start_minute` was taken from the shift in the user's diagram. */
	is_start_proposed: Generated<0 | 1>;
	/**
	 * 1 when an import or a change of terms needed a missing start time; 0 again once the worker saves the entry, or a
	 * later change needs no start time.
	 */
	needs_review: Generated<0 | 1>;
}

/** One row: hash of the rules that decide what overtime is paid. */
export interface ExtrasSplittingTable {
	id: 1;
	fingerprint: string;
}

/** Days of a person whose overtime entries have to be computed again. */
export interface StalePayTable {
	user_id: string;
	first_day: string;
	last_day: string;
	after_created_at: Generated<number>;
	after_id_file: Generated<string>;
}

/**
 * Days on which a person does not follow their shift calendar (vacation, leave, shift swaps). The ranges of one
 * person never overlap.
 */
export interface OwnDaysTable {
	user_id: string;
	first_day: string;
	last_day: string;
	id: string;
	kind: "vacaciones" | "licencia" | "cambio" | "parada" | "suspension" | "franco" | "banco";
	crew: "A" | "B" | "C" | "D" | "E" | null;
	/** Minutes taken from the bank of hours for these days together; only for the kind `banco`. */
	bank_minutes: number | null;
	note: string;
	created_at: number;
	updated_at: number;
}

/**
 * Time of the last change of a person's own day (vacation, leave and the like), or correction of a person's shift, on a
 * date, in UTC milliseconds. Contains only recent and future dates.
 */
export interface ChangedDaysTable {
	user_id: string;
	date: string;
	changed_at: number;
}

/** History of each person's diagram and crew, or of the date on which the person's own cycle starts. */
export interface RotationHistoryTable {
	user_id: string;
	since: string;
	diagram: string | null;
	crew: string | null;
	cycle_start: string | null;
	/** Last change of the person's shifts on the dates of this row, in UTC milliseconds; 0 if there was none. */
	changed_at: number;
}

export interface CalendarFeedsTable {
	user_id: string;
	secret_hash: string;
	alarms: "none" | "evening" | "start" | "both";
	created_at: number;
	updated_at: number;
}

/** A person's hourly rate, from a day on. */
export interface HourValuesTable {
	user_id: string;
	since: string;
	centavos: number;
	divisor: number | null;
	created_at: number;
	updated_at: number;
}

/** Pay rates of the collective agreement for a person's work, from a day on, in percent of the hourly rate. */
export interface AgreementsTable {
	user_id: string;
	since: string;
	name: "lct" | "cct-260-75" | "propio";
	weekday_percent: number;
	saturday_percent: number;
	sunday_percent: number;
	holiday_percent: number;
	own_shift_percent: number;
	night_percent: number;
	day_off: "50" | "100" | "franco" | null;
	has_union_day: 0 | 1;
	created_at: number;
	updated_at: number;
}

/** The overtime on pay slips. The periods of one person never overlap. */
export interface SlipsTable {
	user_id: string;
	period_start: string;
	period_end: string;
	/** JSON object: minutes by premium. */
	premiums: string;
	/** What was logged when the slip was settled: a JSON object like `premiums`. */
	settled_premiums: string | null;
	changed_at: number | null;
	days_off: number | null;
	amount: number | null;
	settled_on: string | null;
	created_at: number;
	updated_at: number;
}

export interface DeletedRecordsTable {
	user_id: string;
	kind: "extras" | "documents" | "own_days" | "slips" | "hour_values" | "agreements";
	id: string;
	content: string;
	deleted_at: number;
}
