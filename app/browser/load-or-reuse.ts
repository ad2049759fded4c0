/**
 * Data for a page that is looked at anew: where nobody answers, or only that it cannot be done now, those that it shows stay.
 * @param routeId of the page
 * @throws what came instead, where it shows none yet, and a Response that leads elsewhere
 */
export async function loadOrKeep<Data>(fetchData: () => Promise<Data>, routeId: string): Promise<Data> {
	try {
		return await fetchData();
	} catch (error) {
		const shown = window.__remixRouter.state.loaderData[routeId];
		if (shown === undefined || (error instanceof Response && error.status < 500)) throw error;
		return shown;
	}
}
