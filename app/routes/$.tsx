import { notFound } from "~/lib/http/http.server";

/** Any other address gets the not-found page. */
export function loader(): never {
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
