import { notFound } from "~/lib/http/http.server";

/** All other addresses get the not-found page. */
export function loader(): never {
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
