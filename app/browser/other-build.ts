interface FrameData<Message> {
	version?: string;
	toast?: Message;
}

/** Key of the message that waits for a full page load. */
const MESSAGE = "message";

/** Whether data come from another build than this page, because of a deploy in between. */
export function isOtherBuild(data: FrameData<unknown> | undefined): boolean {
	return data?.version !== undefined && data.version !== window.__remixManifest.version;
}

/**
 * The data of the frame around the next page. When the server runs another build, that page is loaded in full, before a
 * module of the old build shows data of the new one. When the server is unreachable, the frame stays as it is, and the
 * page's own data decide about the navigation.
 */
export async function loadFrame<Data extends FrameData<unknown>>(
	fetchData: () => Promise<Data>,
): Promise<Data> {
	const data = await fetchData().catch(() => undefined);
	const { location: shown, navigation, loaderData } = window.__remixRouter.state;
	if (!data) return { ...loaderData.root, toast: undefined };
	const next = navigation.location;
	// Data revalidated on the same page never reload it, since the user may be typing.
	if (!isOtherBuild(data) || !next || next.pathname === shown.pathname) return data;
	if (data.toast) storeMessage(data.toast);
	location.assign(next.pathname + next.search + next.hash);
	return new Promise(() => {});
}

/** The message that `loadFrame` stored before a full page load; given only once. */
export function takeMessage<Message>(): Message | undefined {
	try {
		const message = sessionStorage.getItem(MESSAGE);
		sessionStorage.removeItem(MESSAGE);
		return message ? JSON.parse(message) : undefined;
	} catch {
		// Without storage no message was stored.
		return undefined;
	}
}

/** Stores a message across the full page load, because the server sends it only once. */
function storeMessage(message: unknown): void {
	try {
		sessionStorage.setItem(MESSAGE, JSON.stringify(message));
	} catch {
		// Without storage the message is lost, but not what it reports.
	}
}
