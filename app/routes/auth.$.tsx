import type { LoaderFunctionArgs } from "@remix-run/node";
import { movedTo, notFound } from "~/lib/http/http.server";

/** Misspelled paths below /auth/, and where they lead. */
const misspellings: ReadonlyMap<string, string> = new Map([
	["my-document", "/auth/my-documents"],
	["my-documents/add-document", "/auth/my-document/add-document"],
]);

export async function loader({ params }: LoaderFunctionArgs) {
	const target = misspellings.get(params["*"] ?? "");
	throw target ? movedTo(target) : notFound();
}

/** This component is never rendered, but lets this route's 404 page appear in the site's frame. */
export default function NoPage() {
	return null;
}
