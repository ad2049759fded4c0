/**
 * HTML texts that a loader passes to the page. The data for hydration leave these texts out, because the browser can
 * read them from the page.
 */
export interface PageHtml {
	/** CSS selector of the elements whose contents are the texts of `html`, in the same order. */
	selector: string;
	html: readonly string[];
}

type LoaderData = Readonly<Record<string, unknown>>;

/** Returns a page's loader data without the HTML texts in `pageHtml`, which the browser reads from the page instead. */
export function withoutPageHtml(loaderData: LoaderData): LoaderData {
	return mapPageHtml(loaderData, () => []);
}

/** Undoes `withoutPageHtml` in the browser before hydration: reads the HTML texts from the page. */
export function withPageHtml(loaderData: LoaderData): LoaderData {
	return mapPageHtml(loaderData, (selector) =>
		Array.from(document.querySelectorAll(selector), ({ innerHTML }) => innerHTML),
	);
}

function mapPageHtml(loaderData: LoaderData, change: (selector: string) => string[]): LoaderData {
	const changed = Object.entries(loaderData).map(([route, data]) => {
		if (!hasPageHtml(data)) return [route, data];
		const { selector } = data.pageHtml;
		return [route, { ...data, pageHtml: { selector, html: change(selector) } }];
	});
	return Object.fromEntries(changed);
}

function hasPageHtml(data: unknown): data is { pageHtml: PageHtml } {
	return typeof data === "object" && data !== null && "pageHtml" in data && Boolean(data.pageHtml);
}
