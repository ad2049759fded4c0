/** Notices: showing what arrives, opening what is touched, and ending them with the person. */
import { noticeOf } from "./notice-words";

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
