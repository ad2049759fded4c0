interface FrameData<Message> {
	version?: string;
	toast?: Message;
}

/** Where a message waits for the page that is loaded whole. */
const MESSAGE = "message";

/** Whether data come from another build than the page that runs here: a deploy has been between them. */
export function isOtherBuild(data: FrameData<unknown> | undefined): boolean {
	return data?.version !== undefined && data.version !== window.__remixManifest.version;
}

/**
 * What the frame shows around the next page. Where the server is another build by now, that page is loaded whole, before
 * a module of the old build shows data of the new one; and where the server cannot be reached the frame stays as it is:
 * whether the page comes is the page's own matter.
 */
export async function loadFrame<Data extends FrameData<unknown>>(
	fetchData: () => Promise<Data>,
): Promise<Data> {
	const data = await fetchData().catch(() => undefined);
	const { location: shown, navigation, loaderData } = window.__remixRouter.state;
	if (!data) return { ...loaderData.root, toast: undefined };
	const next = navigation.location;
	// What is read again where one is leaves the page alone, in which somebody may be typing.
	if (!isOtherBuild(data) || !next || next.pathname === shown.pathname) return data;
	if (data.toast) keepMessage(data.toast);
	location.assign(next.pathname + next.search + next.hash);
	return new Promise(() => {});
}

/** The message that `loadFrame` has received before the page was loaded whole, once. */
export function takeMessage<Message>(): Message | undefined {
	try {
		const message = sessionStorage.getItem(MESSAGE);
		sessionStorage.removeItem(MESSAGE);
		return message ? JSON.parse(message) : undefined;
	} catch {
		// A browser that keeps nothing has kept no message.
		return undefined;
	}
}

/** The server gives it only once. */
function keepMessage(message: unknown): void {
	try {
		sessionStorage.setItem(MESSAGE, JSON.stringify(message));
	} catch {
		// What was done is done, said or not.
	}
}
