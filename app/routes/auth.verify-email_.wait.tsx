import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { findWaiting } from "~/features/auth/verification/verification.server";
import { WaitWithoutCode } from "~/features/auth/verification/wait-for-mail";
import { pageTitle } from "~/ui/page-title";

const RENEWED_EVERY_S = 30;

/** It renews itself by HTML alone, with nothing in it that could be lost by that: the code is typed on another page. */
export const meta = () => [
	...pageTitle("Verificar el correo"),
	{ httpEquiv: "refresh", content: String(RENEWED_EVERY_S) },
];

export async function loader({ request }: LoaderFunctionArgs) {
	const waiting = await findWaiting(request);
	// A stranger has nothing to wait for.
	if (!waiting) await requireUser(request);
	// What to do next stands there.
	if (waiting?.owner?.isVerified) throw redirect("/auth/verify-email");
	return json({ address: waiting?.user?.email ?? waiting?.pending?.email });
}

export default function WaitPage() {
	const { address } = useLoaderData<typeof loader>();
	return <WaitWithoutCode address={address} seconds={RENEWED_EVERY_S} />;
}
