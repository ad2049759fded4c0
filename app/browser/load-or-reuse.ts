/**
 * Reloads a page's data. Returns the data already shown when the server is unreachable or fails (5xx).
 * @throws the error of `fetchData` when the page shows no data yet, or when this error is a Response with a status
 * below 500, such as a redirect
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
