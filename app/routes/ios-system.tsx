import { useLoaderData } from "@remix-run/react";
import { PlatformPage } from "~/features/platform/platform-page";
import { storeOf } from "~/features/platform/store.server";
import { env } from "~/lib/env.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"iPhone",
		"Cómo poner Relevo en la pantalla de inicio de tu iPhone o iPad, para ver tus turnos con un toque.",
	);

export const handle = { cacheKey: [] };

export async function loader() {
	return { store: await storeOf(env.IOS_APP_URL) };
}

export default function IosSystemPage() {
	return <PlatformPage kind="ios" store={useLoaderData<typeof loader>().store} />;
}
