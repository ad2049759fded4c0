import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { findFeed } from "~/features/calendars/calendar-feeds.server";
import { changeFeedAction, takeNewAddress } from "~/features/calendars/feed-actions.server";
import { AddressSettings, AlarmForm, NewAddress, Steps, WhatIsShown } from "~/features/calendars/feed-forms";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Mi calendario en el teléfono";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const feed = await findFeed(user.id);
	const { address, headers } = await takeNewAddress(request, user);
	return json(
		{
			feed: feed && { since: formatShortDate(plantDay(feed.createdAt)), alarms: feed.alarms },
			address,
			isAndroid: phoneKind(request.headers.get("User-Agent")) === "android",
			knowsShift: Boolean(user.diagram && (user.cycleStart ?? user.crew)),
		},
		{ headers },
	);
}

export async function action({ request }: ActionFunctionArgs) {
	return changeFeedAction(request, await requireUser(request));
}

export default function MyCalendarPage() {
	const { feed, address, isAndroid, knowsShift } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	return (
		<div className="narrow">
			<BackLink to="/auth/my-account">Mi Perfil</BackLink>
			<h1>{TITLE}</h1>
			<p className="lead">
				Tus turnos, francos, días propios y extras, en el calendario de tu teléfono. Se actualiza solo.
			</p>
			{!knowsShift && (
				<p className="note">
					Todavía no sabemos tu turno. Empezá por <a href="/my-shift/find">¿Qué turno tenés hoy?</a>
				</p>
			)}
			{address && <NewAddress address={address} isAndroid={isAndroid} />}
			{!feed && knowsShift && <AlarmForm key="make" intent="make" alarms="none" result={result} />}
			{(feed || knowsShift) && <Steps />}
			{feed && (
				<>
					<h2>Avisos</h2>
					<AlarmForm key="alarms" intent="alarms" alarms={feed.alarms} result={result} />
					<AddressSettings since={feed.since} />
				</>
			)}
			{(feed || knowsShift) && <WhatIsShown />}
		</div>
	);
}
