import { notFound } from "~/lib/http/http.server";

/** Catch-all route: every unknown path gets the not-found page. */
export function loader(): never {
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
