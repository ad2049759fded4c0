import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";

/** Hidden field that names who opened a form, by which the server notices that somebody else sends it. */
export function Opener({ person }: { person?: string }) {
	const current = useRouteLoaderData<{ session?: { person: string } }>("root")?.session?.person;
	// An open page may load anew who is signed in, without anybody seeing it.
	const [opener] = useState(current);
	const value = person ?? opener;
	return value && <input type="hidden" name="person" value={value} />;
}
