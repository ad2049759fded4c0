import { notFound } from "~/lib/http/http.server";

/** Any other address: the not-found page, inside the frame. */
export function loader(): never {
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
