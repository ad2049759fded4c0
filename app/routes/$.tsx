import { notFound } from "~/lib/http/http.server";

/** Unknown paths. */
export function loader(): never {
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
