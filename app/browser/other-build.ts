interface FrameData<Message> {
	version?: string;
	toast?: Message;
}

/** Key in sessionStorage of the message to show after a full page load. */
const MESSAGE = "message";

/**
 * Whether page data come from another build of the site than the open page: the server was updated after the page was
 * loaded.
 */
export function isOtherBuild(data: FrameData<unknown> | undefined): boolean {
	return data?.version !== undefined && data.version !== window.__remixManifest.version;
}

/**
 * Loads the data of the root route (session, toast and other data for header and footer) for the next page. When the
 * server runs another build, loads the whole document, so that no old module shows new data.
 */
export async function loadFrame<Data extends FrameData<unknown>>(
	fetchData: () => Promise<Data>,
): Promise<Data> {
	const data = await fetchData().catch(() => undefined);
	const { location: shown, navigation, loaderData } = window.__remixRouter.state;
	if (!data) return { ...loaderData.root, toast: undefined };
	const next = navigation.location;
	// New data of the current page never cause a full page load, since the user may be typing.
	if (!isOtherBuild(data) || !next || next.pathname === shown.pathname) return data;
	if (data.toast) storeMessage(data.toast);
	location.assign(next.pathname + next.search + next.hash);
	return new Promise(() => {});
}

/** Returns the message that `loadFrame` stored before a full page load, and removes it. */
export function takeMessage<Message>(): Message | undefined {
	try {
		const message = sessionStorage.getItem(MESSAGE);
		sessionStorage.removeItem(MESSAGE);
		return message ? JSON.parse(message) : undefined;
	} catch {
		// Without sessionStorage no message was stored.
		return undefined;
	}
}

/** Stores a message until the full page load, because the server sends each message only once. */
function storeMessage(message: unknown): void {
	try {
		sessionStorage.setItem(MESSAGE, JSON.stringify(message));
	} catch {
		// Without sessionStorage the message is lost. The change that the message reports is saved on the server.
	}
}
