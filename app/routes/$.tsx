import { notFound } from "~/lib/http/http.server";

/** Responds 404 to every unknown path. */
export function loader(): never {
	throw notFound();
}

export default function NotFoundPage() {
	return null;
}
