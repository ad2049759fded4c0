interface FrameData<Message> {
	version?: string;
	toast?: Message;
}

/** Key in sessionStorage of a toast that has arrived and is not shown yet, because the server sends each toast only once. */
const MESSAGE = "message";
/** How long it is true: then nothing can be undone any more. */
const TRUE_FOR_MS = 60_000;

/** Whether the server was updated after the open page was loaded. */
export function isOtherBuild(data: FrameData<unknown> | undefined): boolean {
	return data?.version !== undefined && data.version !== window.__remixManifest.version;
}

/**
 * Loads the root route's data during a navigation; keeps the data on screen if loading fails. Loads the next page as a full
 * document if the server has been updated, or if styles that the page may need have failed to load.
 */
export async function loadFrame<Data extends FrameData<unknown>>(fetchData: () => Promise<Data>) {
	const data = await fetchData().catch(() => undefined);
	if (data?.toast) storeMessage(data.toast);
	const { location: shown, navigation, loaderData } = window.__remixRouter.state;
	const next = navigation.location;
	// Without a navigation to another page, a full load would reload the open page and lose the user's input.
	const isLeaving = next && next.pathname !== shown.pathname;
	const isWhole = isLeaving && (isOtherBuild(data) || !(await haveStylesCome()));
	// Whoever has pressed something else meanwhile goes there.
	if (isWhole && window.__remixRouter.state.navigation.location === next) {
		location.assign(next.pathname + next.search + next.hash);
		return new Promise(() => {});
	}
	return { ...(data ?? loaderData.root), toast: data?.toast };
}

/** Waits for the styles that this page does without, and others need. Returns whether they have come. */
async function haveStylesCome(): Promise<boolean> {
	const styles = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
	// Chromium gives styles that failed to load an empty sheet.
	if (styles?.hasAttribute("data-failed")) return false;
	if (!styles || styles.sheet) return true;
	return new Promise((resolve) => {
		styles.addEventListener("load", () => resolve(true));
		styles.addEventListener("error", () => resolve(false));
	});
}

/** Returns and removes the toast that has arrived, if its page or document was left before it was shown. */
export function takeMessage<Message>(): Message | undefined {
	try {
		const { message, at = 0 }: { message?: Message; at?: number } = JSON.parse(
			sessionStorage.getItem(MESSAGE) ?? "{}",
		);
		sessionStorage.removeItem(MESSAGE);
		return Date.now() - at < TRUE_FOR_MS ? message : undefined;
	} catch {
		// Without sessionStorage no toast was stored.
		return undefined;
	}
}

function storeMessage(message: unknown): void {
	try {
		sessionStorage.setItem(MESSAGE, JSON.stringify({ message, at: Date.now() }));
	} catch {
		// Without sessionStorage the toast is lost. The change that the toast reports is saved on the server.
	}
}

/**
 * Reloads a page's data. Keeps the data on screen while the server is unreachable or fails (5xx).
 * @throws errors of `fetchData` if no data are on screen yet, and Responses with a status below 500, such as
 *   redirects
 */
export async function loadOrReuse<Data>(fetchData: () => Promise<Data>, routeId: string): Promise<Data> {
	try {
		return await fetchData();
	} catch (error) {
		const shown = window.__remixRouter.state.loaderData[routeId];
		if (shown === undefined || (error instanceof Response && error.status < 500)) throw error;
		return shown;
	}
}
