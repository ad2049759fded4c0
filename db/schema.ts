import type { Generated } from "kysely";

/** Types of the database tables. Keep them in step with db/migrations. */
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
	outbox: OutboxTable;
	documents: DocumentsTable;
	documents_search: DocumentsSearchTable;
	document_images: DocumentImagesTable;
	extras: ExtrasTable;
	deleted_extras: ExtrasTable & { deleted_at: number };
	extras_splitting: ExtrasSplittingTable;
	own_days: OwnDaysTable;
	deleted_own_days: OwnDaysTable & { deleted_at: number };
	changed_days: ChangedDaysTable;
	rotation_history: RotationHistoryTable;
	calendar_feeds: CalendarFeedsTable;
	hour_values: HourValuesTable;
	agreements: AgreementsTable;
	slips: SlipsTable;
	deleted_accounts: { user_hash: string; deleted_at: number };
}

export interface DiagramasTable {
	id: string;
	position: number;
	cycle: string;
	crews: number;
	offset_days: number;
	anchor: string;
	/** Whether an operator has confirmed the anchor, the date on which the shift cycle starts */
	anchor_confirmed: Generated<0 | 1>;
	/** Start and end of each shift as JSON: `{"M": ["06:00", "14:00"]}` */
	hours: string;
	/** ISO weekdays on which the plant is closed, as JSON: `[7]` */
	closed_weekdays: string;
	/** Time of the last change of the diagram, in UTC milliseconds */
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
	/** When the user verified the e-mail address, in UTC milliseconds like all columns that end in `_at` */
	email_verified_at: number | null;
	username: string;
	password_hash: string | null;
	provider_auth: "NORMAL" | "GOOGLE" | "FACEBOOK";
	real_name: Generated<string>;
	photo: string | null;
	diagram: string | null;
	crew: string | null;
	/** A date on which the user's own shift cycle starts, in place of a crew; null for a crew */
	cycle_start: string | null;
	auto_diagram: 0 | 1 | null;
	/** The page that opens automatically if `auto_diagram` is 1 */
	auto_opening: Generated<"diagram" | "my-shift">;
	twitter: string | null;
	facebook: string | null;
	instagram: string | null;
	web: string | null;
	/** Whether the user gets a mail before a document expires */
	expiry_reminders: Generated<0 | 1>;
	/** Pay period of the user: 'month', 'fortnight', or 'closing-' followed by a day of the month */
	pay_period: Generated<string>;
	/** The user's number at the plant ("legajo") */
	plant_number: string | null;
	/** When a mail announced that the unverified account will be removed */
	removal_notice_at: number | null;
	/** Number of wrong six-digit codes that the user has typed since registering */
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
	/** Keyed hash of the client address of the visitor who caused the mail */
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
	/** Day on which the document expires, as YYYY-MM-DD */
	expires_on: string | null;
	/** Last expiry reminder that was sent or skipped: 30 or 7 days before the expiry */
	reminded_days: 30 | 7 | null;
	created_at: number;
	edited_at: number | null;
}

/** Full-text index of the table `documents`, kept up to date by triggers. */
export interface DocumentsSearchTable {
	rowid: number;
	documents_search: string;
}

export interface DocumentImagesTable {
	id: string;
	user_id: string;
	id_file: string;
	/** Document of the photo; null while the photo is pending, before the document is saved */
	document_id: number | null;
	sha256: string;
	width: number;
	height: number;
	/** Total size of the large and the small file of a photo */
	bytes: number;
	created_at: number;
	position: number;
}

/** Overtime entries, called extras */
export interface ExtrasTable {
	user_id: string;
	/** Day on which the overtime started, as YYYY-MM-DD */
	date: string;
	created_at: number;
	id_file: string;
	minutes: number;
	shift: string;
	comment: string | null;
	/** Start of the overtime, in minutes since midnight */
	start_minute: number | null;
	compensation: "pago" | "franco" | "banco" | null;
	minutes_50: number;
	minutes_100: number;
	minutes_unclassified: number;
	/** Minutes of overtime during the night; null when they are unknown */
	minutes_night: number | null;
	/** 1 when the worker has replaced the computed 50 % and 100 % hours by other hours */
	is_own_split: 0 | 1;
	edited_at: number | null;
	/** 1 when `start_minute` was taken from the shift in the user's diagram */
	is_start_proposed: Generated<0 | 1>;
	/** 1 when the 50 % and 100 % hours depend on a missing start time; 0 again once the worker saves the entry */
	needs_review: Generated<0 | 1>;
}

/**
 * One row: hash of the rules that split overtime into 50 % and 100 % hours, and progress of recomputing all entries
 */
export interface ExtrasSplittingTable {
	id: 1;
	fingerprint: string;
	/** User id of the last recomputed overtime entry; null when all entries are recomputed */
	done_user_id: string | null;
	done_id_file: string | null;
}

/**
 * Days on which a person does not follow their shift calendar (vacation, leave, shift swaps). The ranges of one
 * person never overlap.
 */
export interface OwnDaysTable {
	user_id: string;
	/** First and last day as YYYY-MM-DD, both inclusive */
	first_day: string;
	last_day: string;
	id: string;
	kind: "vacaciones" | "licencia" | "cambio" | "parada" | "suspension" | "franco" | "banco";
	/** The crew whose shift the person works; only for a shift swap */
	crew: "A" | "B" | "C" | "D" | "E" | null;
	/** Minutes taken from the bank of hours for these days together; only for the kind `banco` */
	bank_minutes: number | null;
	note: string;
	created_at: number;
	updated_at: number;
}

/** Time of the last change of a person's shift on a date, in UTC milliseconds; recent and future dates only. */
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
	/** Time of the last change that altered the person's shifts on the row's dates; 0 if there was none */
	changed_at: number;
}

/** Secret addresses of users' calendars */
export interface CalendarFeedsTable {
	user_id: string;
	secret_hash: string;
	/** Alarms before each shift: at 20:00 of the day before ('evening'), two hours before the start ('start') */
	alarms: "none" | "evening" | "start" | "both";
	/** When the address was made or renewed */
	created_at: number;
	/** When the alarms were last changed */
	updated_at: number;
}

/** The value of an hour of a person's work, from a day on. */
export interface HourValuesTable {
	user_id: string;
	since: string;
	/** Pay per hour or, with a divisor, per month, in whole centavos */
	centavos: number;
	/** Number of hours by which the monthly pay is divided */
	divisor: number | null;
	created_at: number;
	updated_at: number;
}

/** Pay rates of the collective agreement for a person's work, from a day on, in percent of the hour's value. */
export interface AgreementsTable {
	user_id: string;
	since: string;
	name: "lct" | "cct-260-75" | "propio";
	weekday_percent: number;
	saturday_percent: number;
	sunday_percent: number;
	holiday_percent: number;
	/** Premium for a holiday within one's own shift */
	own_shift_percent: number;
	/** Premium for night hours, added to the other premiums */
	night_percent: number;
	/** Compensation for work on a day off; null if unknown */
	day_off: "50" | "100" | "franco" | null;
	/** 1 if work on the union's holiday is paid with an additional normal day's wage */
	has_union_day: 0 | 1;
	created_at: number;
	updated_at: number;
}

/** The overtime on pay slips. The periods of one person never overlap. */
export interface SlipsTable {
	user_id: string;
	/** First and last day of the pay period as YYYY-MM-DD, both inclusive */
	period_start: string;
	period_end: string;
	minutes_50: number;
	minutes_100: number;
	/** Compensatory days off on the slip; null if the slip does not mention them */
	days_off: number | null;
	/** Amount paid for overtime, in centavos */
	amount: number | null;
	/** Day on which the person marked the differences as settled, as YYYY-MM-DD */
	settled_on: string | null;
	created_at: number;
	updated_at: number;
	/** Time of the deletion; the person can restore the slip for a minute */
	deleted_at: number | null;
}
