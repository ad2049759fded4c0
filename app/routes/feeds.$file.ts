import type { LoaderFunctionArgs } from "@remix-run/node";
import { findFeedBySecret } from "~/features/calendars/calendar-feeds.server";
import { calendarResponse } from "~/features/calendars/calendar-response.server";
import { personCalendar } from "~/features/calendars/person-calendar.server";
import { notFound } from "~/lib/http/http.server";
import { notePerson } from "~/lib/http/request-context.server";
import { plantToday } from "~/lib/time/plant-clock.server";

/** Serves a user's calendar at its secret URL, `/feeds/{secret}.ics`. Calendar apps send no cookies. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const secret = /^(.{1,100})\.ics$/.exec(params.file ?? "")?.[1];
	const feed = secret ? await findFeedBySecret(secret) : undefined;
	if (!feed) throw notFound();
	notePerson(feed.userId);
	return calendarResponse(request, "relevo-mi-turno.ics", await personCalendar(feed, plantToday()));
}
