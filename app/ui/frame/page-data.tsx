import { useContext } from "react";
import { PageContext } from "./page-context";

/**
 * The data and the starter script at the end of a page that hydrates. In the browser, React renders both elements
 * empty.
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
