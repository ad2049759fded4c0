import type { LoaderFunctionArgs } from "@remix-run/node";
import { movedTo, notFound } from "~/lib/http/http.server";

/** The two spellings of documents that lead to the right one. */
const misspelt: ReadonlyMap<string, string> = new Map([
	["my-document", "/auth/my-documents"],
	["my-documents/add-document", "/auth/my-document/add-document"],
]);

export async function loader({ params }: LoaderFunctionArgs) {
	const meant = misspelt.get(params["*"] ?? "");
	throw meant ? movedTo(meant) : notFound();
}

/** Never seen: with a page, what is not found has its frame. */
export default function NoPage() {
	return null;
}
