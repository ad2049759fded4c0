import type { LoaderFunctionArgs } from "@remix-run/node";
import { movedTo, notFound } from "~/lib/http/http.server";

/** Common misspellings of two paths below /auth/, and the pages to which they are redirected. */
const misspellings: ReadonlyMap<string, string> = new Map([
	["my-document", "/auth/my-documents"],
	["my-documents/add-document", "/auth/my-document/add-document"],
]);

export async function loader({ params }: LoaderFunctionArgs) {
	const target = misspellings.get(params["*"] ?? "");
	throw target ? movedTo(target) : notFound();
}

/**
 * The component is never rendered, but lets Remix show this route's 404 page between the site's header and footer.
 */
export default function NoPage() {
	return null;
}
