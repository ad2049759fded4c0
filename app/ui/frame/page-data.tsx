import { useContext } from "react";
import { PageContext } from "./page-context";

/** Elements with the data and the script that start hydration. They are empty when React renders in the browser. */
export function PageData() {
	const { page } = useContext(PageContext);
	if (!page) return null;
	// The server inserts the data after React has rendered the page.
	const data = { __html: "" };
	const starter = { __html: page.starter };
	return (
		<>
			<script
				type="application/json"
				id="page-data"
				// biome-ignore lint/security/noDangerouslySetInnerHtml: entry.server.tsx escapes the JSON, which is never run
				dangerouslySetInnerHTML={data}
				suppressHydrationWarning
			/>
			{/*
			 * biome-ignore lint/security/noDangerouslySetInnerHtml: the script's text is fixed, and its hash is in the
			 * Content-Security-Policy
			 */}
			<script dangerouslySetInnerHTML={starter} suppressHydrationWarning />
		</>
	);
}
