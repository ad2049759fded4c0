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
