import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { csvOf } from "~/features/extras/list/exported-extras.server";
import { readFilter } from "~/features/extras/list/filter";
import { sendDownload } from "~/lib/http/download.server";
import { requestContext } from "~/lib/http/request-context.server";
import { plantToday } from "~/lib/time/plant-clock.server";

/** Downloads a CSV file of the overtime entries that match the filter in the query string. */
export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const { filter } = readFilter(requestContext().url.searchParams);
	return sendDownload("csv", user.id, () => csvOf(user.id, filter, plantToday()));
}
