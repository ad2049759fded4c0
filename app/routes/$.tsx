import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { movedAddress } from "~/lib/http/moved-addresses.server";

/** Responds 404 to every unknown path, and leads from former addresses to their pages. */
export function loader(_: LoaderFunctionArgs): never {
	throw movedAddress();
}

/** Pages for phones that were open during an update send the choice of the website to the former `/web`. */
export function action({ params }: ActionFunctionArgs): never {
	if (params["*"] === "web") throw redirect("/home?web=1", 303);
	throw new Response(null, { status: 405 });
}

export default function NotFoundPage() {
	return null;
}
