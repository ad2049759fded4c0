import type { LoaderFunctionArgs } from "@remix-run/node";
import { movedTo, notFound } from "~/lib/http/http.server";

/** Common misspellings of two URLs and where they redirect. */
const misspellings: ReadonlyMap<string, string> = new Map([
	["my-document", "/auth/my-documents"],
	["my-documents/add-document", "/auth/my-document/add-document"],
]);

export async function loader({ params }: LoaderFunctionArgs) {
	const target = misspellings.get(params["*"] ?? "");
	throw target ? movedTo(target) : notFound();
}

/** Never rendered. A route with a component shows its 404 within the site's frame. */
export default function NoPage() {
	return null;
}
