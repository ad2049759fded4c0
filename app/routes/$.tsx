import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { movedAddress } from "~/lib/http/moved-addresses.server";

/** Leads from former addresses to their pages. Responds 404 to every other unknown path. */
export function loader(_: LoaderFunctionArgs): never {
	throw movedAddress();
}

export function action(_: ActionFunctionArgs): never {
	throw movedAddress(308);
}

/** This component is never rendered, but lets this route's 404 page appear in the site's frame. */
export default function NoPage() {
	return null;
}
