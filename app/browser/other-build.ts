interface FrameData {
	version?: string;
	toast?: object;
}

/** Whether data come from another build than the page that runs here: a deploy has been between them. */
export function isOtherBuild(data: FrameData | undefined): boolean {
	return data?.version !== undefined && data.version !== window.__remixManifest.version;
}

/**
 * What the frame shows around the next page. Where the server is another build by now, that page is loaded whole, before
 * a module of the old build shows data of the new one; and where the server cannot be reached the frame stays as it is:
 * whether the page comes is the page's own matter.
 */
export async function loadFrame<Data extends FrameData>(fetchData: () => Promise<Data>): Promise<Data> {
	const data = await fetchData().catch(() => undefined);
	const { location: shown, navigation, loaderData } = window.__remixRouter.state;
	if (!data) return { ...loaderData.root, toast: undefined };
	const next = navigation.location;
	// A message that a form has left is read only once: it is shown here, and the page after it is loaded whole.
	if (!isOtherBuild(data) || data.toast || !next || next.pathname === shown.pathname) return data;
	location.assign(next.pathname + next.search + next.hash);
	return new Promise(() => {});
}
