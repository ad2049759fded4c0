interface FrameData<Message> {
	version?: string;
	toast?: Message;
}

/** Key in sessionStorage of the toast that is stored during a full page load. */
const MESSAGE = "message";

/**
 * Whether page data come from another build of the site than the open page, because the server was updated after the
 * page was loaded.
 */
export function isOtherBuild(data: FrameData<unknown> | undefined): boolean {
	return data?.version !== undefined && data.version !== window.__remixManifest.version;
}

/**
 * Loads the data of the root route (session, toast and other data for header and footer) for the next page. When the
 * server runs another build, loads the next page as a full document, so that the page's modules match its data.
 */
export async function loadFrame<Data extends FrameData<unknown>>(
	fetchData: () => Promise<Data>,
): Promise<Data> {
	const data = await fetchData().catch(() => undefined);
	const { location: shown, navigation, loaderData } = window.__remixRouter.state;
	if (!data) return { ...loaderData.root, toast: undefined };
	const next = navigation.location;
	// A full load happens only on the way to another page: a full load of the current page would lose the user's
	// input.
	if (!isOtherBuild(data) || !next || next.pathname === shown.pathname) return data;
	if (data.toast) storeMessage(data.toast);
	location.assign(next.pathname + next.search + next.hash);
	return new Promise(() => {});
}

/** Returns the toast that `loadFrame` stored before a full page load, and removes the toast from sessionStorage. */
export function takeMessage<Message>(): Message | undefined {
	try {
		const message = sessionStorage.getItem(MESSAGE);
		sessionStorage.removeItem(MESSAGE);
		return message ? JSON.parse(message) : undefined;
	} catch {
		// Without sessionStorage no toast was stored.
		return undefined;
	}
}

/** Stores a toast during a full page load, because the server sends each toast only once. */
function storeMessage(message: unknown): void {
	try {
		sessionStorage.setItem(MESSAGE, JSON.stringify(message));
	} catch {
		// Without sessionStorage the toast is lost. The change that the toast reports is saved on the server.
	}
}
