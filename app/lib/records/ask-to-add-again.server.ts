import { redirect } from "@remix-run/node";
import { db } from "~/lib/database/db.server";
import { requestContext } from "~/lib/http/request-context.server";
import { type DeletedId, isDeletionNoted } from "./deleted-ids.server";

/**
 * For `catch` after a record to edit was looked for. The form of a record that the person has deleted goes on to the form of a
 * new one, which asks whether to add it again; otherwise what was typed would be lost.
 * @param added address of that form; the list from which the person came is added to it
 * @throws Response 307, which makes the browser send the form again, or the caught reason
 */
export function askToAddAgain(key: DeletedId, added: string): (reason: unknown) => Promise<never> {
	return async (reason) => {
		const isMissing = reason instanceof Response && reason.status === 404;
		if (!isMissing || !(await isDeletionNoted(db, key))) throw reason;
		const from = requestContext().url.searchParams.get("redirectTo");
		throw redirect(from === null ? added : `${added}&redirectTo=${encodeURIComponent(from)}`, 307);
	};
}
