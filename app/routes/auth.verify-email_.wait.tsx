import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { findWaiting } from "~/features/auth/verification/verification.server";
import { WaitWithoutCode } from "~/features/auth/verification/wait-for-mail";
import { pageTitle } from "~/ui/page-title";

const REFRESH_S = 30;

/** `refresh` reloads the page without a script. The page has no form whose input could be lost. */
export const meta = () => [
	...pageTitle("Verificar el correo"),
	{ httpEquiv: "refresh", content: String(REFRESH_S) },
];

export async function loader({ request }: LoaderFunctionArgs) {
	const waiting = await findWaiting(request);
	if (!waiting) await requireUser(request);
	// The page /auth/verify-email shows the next step.
	if (waiting?.owner?.isVerified) throw redirect("/auth/verify-email");
	return { address: waiting?.user?.email ?? waiting?.pending?.email };
}

export default function WaitPage() {
	const { address } = useLoaderData<typeof loader>();
	return <WaitWithoutCode address={address} seconds={REFRESH_S} />;
}
