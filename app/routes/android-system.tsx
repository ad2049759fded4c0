import { useLoaderData } from "@remix-run/react";
import { PlatformPage } from "~/features/platform/platform-page";
import { storeOf } from "~/features/platform/store.server";
import { env } from "~/lib/env.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Android", "Cómo instalar Relevo en tu teléfono Android, para ver tus turnos con un toque.");

export const handle = { cacheKey: [] };

export async function loader() {
	return { store: await storeOf(env.ANDROID_APP_URL) };
}

export default function AndroidSystemPage() {
	return <PlatformPage kind="android" store={useLoaderData<typeof loader>().store} />;
}
