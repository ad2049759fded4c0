import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions.server";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { csvOf } from "~/features/overtime/export.server";
import { filterAddress, readFilter } from "~/features/overtime/filter";
import { todayIn } from "~/lib/civil-date";
import { env } from "~/lib/env.server";

/** The filtered view as a CSV for the spreadsheet of the union delegate; the list, which says why not, if it is too long. */
export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const { filter } = readFilter(new URL(request.url).searchParams);
	const file = await csvOf(user, filter, { findHolidays: holidaysBetween }, todayIn(env.TZ_APP));
	if (!file) throw redirect(filterAddress(filter, { view: "too-many" }));
	return new Response(file.text, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${file.name}"`,
			"Cache-Control": "private, no-store",
		},
	});
}
