import { redirect } from "@remix-run/node";

/** The root would answer the empty path itself, without a page: an unknown path's route is not asked. */
export function loader() {
	return redirect("/home", 302);
}
