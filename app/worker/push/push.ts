/**
 * Notices: showing what arrives, opening what is touched, and ending them with the person. The server sends a kind, a date
 * and whether the shift is unsure only.
 */

export interface PushEvent {
	readonly data: { text(): string } | null;
}

export interface NoticeEvent {
	readonly notification: { readonly data: string; close(): void };
}

/** The parts of the worker's scope that are used here. */
export interface NoticeRegistration {
	showNotification(title: string, options: Readonly<Record<string, string>>): Promise<void>;
	readonly pushManager?: { getSubscription(): Promise<{ unsubscribe(): Promise<boolean> } | null> };
}

export interface NoticeClients {
	openWindow(url: string): Promise<unknown>;
}

/** Shows a notice that has arrived, in place of one that says something else of the same shift. */
export function showNotice(registration: NoticeRegistration, { data }: PushEvent): Promise<void> {
	const [title, path] = noticeOf(data?.text() ?? "");
	// The tag: the date and the first letter of what is told of it, "turno" for each shift.
	return registration.showNotification(title, { data: path, tag: title.slice(0, 11) });
}

/** What is said of a day, by kind; of a shift, by its letter. */
const words: Readonly<Record<string, string>> = {
	M: "turno mañana",
	T: "turno tarde",
	N: "turno noche",
	D: "turno día",
	expiry: "vence un documento",
	diagram: "cambió tu diagrama",
};

/**
 * Title and page of a notice. What the server of another version sends gets a notice too: a phone forbids silent ones.
 * @param text what has arrived
 */
export function noticeOf(text: string): readonly [title: string, path: string] {
	const [, kind = "", month, day] = /(\w+)","date":"\d+-(..)-(..)/.exec(text) ?? [];
	const word = words[kind];
	return [
		word ? `El ${day}/${month}: ${word}${text.includes("unsure") ? ", sin confirmar" : ""}` : "Tu turno",
		kind === "expiry" ? "/auth/my-documents" : "/my-shift",
	];
}

/** Opens the page of a touched notice. */
export function openNotice(clients: NoticeClients, { notification }: NoticeEvent): Promise<unknown> {
	notification.close();
	return clients.openWindow(notification.data);
}

/** Ends the notices of this phone. Nobody waits for it: without signal a browser may take its time. */
export async function endNotices({ pushManager }: NoticeRegistration): Promise<void> {
	const subscription = await pushManager?.getSubscription();
	subscription?.unsubscribe();
}
