import { useContext } from "react";
import { PageContext } from "./page-context";

/**
 * What a page that comes alive carries at its end: its data, which no browser runs, and the starter. In the browser, where
 * both have done their work, they are the same elements, empty.
 */
export function PageData() {
	const { page } = useContext(PageContext);
	if (!page) return null;
	const data = { __html: page.data };
	const starter = { __html: page.starter };
	return (
		<>
			<script
				type="application/json"
				id="page-data"
				// biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by Remix, and never run
				dangerouslySetInnerHTML={data}
				suppressHydrationWarning
			/>
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text, whose hash is in the policy */}
			<script dangerouslySetInnerHTML={starter} suppressHydrationWarning />
		</>
	);
}
