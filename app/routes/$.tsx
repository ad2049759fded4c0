import type { LoaderFunctionArgs } from "@remix-run/node";
import { movedTo, notFound } from "~/lib/http/http.server";

/** Responds 404 to every unknown path, and leads from the former address of a page to the page. */
export function loader({ params }: LoaderFunctionArgs): never {
	if (params["*"] === "my-shift/year") throw movedTo("/my-shift/calendar", "#numeros");
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
