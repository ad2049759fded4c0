/** Notices: showing what arrives, and opening what is touched. */
import { noticeOf } from "./notice-words";

/** The part of the worker's scope that is used here. */
const worker: {
	readonly registration: {
		showNotification(title: string, options: Readonly<Record<string, string>>): Promise<void>;
	};
	readonly clients: { openWindow(url: string): Promise<unknown> };
} = Object(self);

export interface PushEvent {
	readonly data: { text(): string } | null;
}

export interface NoticeEvent {
	readonly notification: { readonly data: unknown; close(): void };
}

/** Shows a notice that has arrived. */
export function showNotice({ data }: PushEvent): Promise<void> {
	const [title, path] = noticeOf(data ? data.text() : "");
	return worker.registration.showNotification(title, { data: path });
}

/** Opens the page of a touched notice. */
export function openNotice({ notification }: NoticeEvent): Promise<unknown> {
	notification.close();
	return worker.clients.openWindow(String(notification.data));
}
