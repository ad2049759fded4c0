import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { NoticeSwitch, switchesShown } from "~/features/notices/notice-switches";
import { changeNoticesAction } from "~/features/notices/notices-action.server";
import { PushHere } from "~/features/notices/push-here";
import { findSubscription } from "~/features/notices/push-subscriptions.server";
import { isPushOn } from "~/lib/env.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Avisos";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const { isVerified, shiftNotices, diagramNotices, expiryReminders } = await requireUser(request);
	return {
		isVerified,
		on: { shiftNotices, diagramNotices, expiryReminders },
		isOffered: isPushOn,
		known: isPushOn ? await findSubscription(request) : undefined,
		isIphone: phoneKind(request.headers.get("User-Agent")) === "ios",
	};
}

export async function action({ request }: ActionFunctionArgs) {
	return changeNoticesAction(request, await requireUser(request));
}

export default function NoticesPage() {
	const { isVerified, on, isOffered, known, isIphone } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>()?.failed;
	return (
		<div className="narrow">
			<BackLink to="/auth/more">Más</BackLink>
			<h1>{TITLE}</h1>
			{isOffered && (
				<p className="lead">
					Un aviso en el teléfono 12 horas antes de tu turno. Nunca de noche, ni en las 8 horas después de
					salir de una noche.
				</p>
			)}
			<section id="aca">
				<h2>En este equipo</h2>
				{isOffered ? (
					<PushHere known={known} isIphone={isIphone} />
				) : (
					<p>Acá no se mandan avisos al teléfono. Los de vencimiento te llegan por correo.</p>
				)}
			</section>
			<h2>De qué te avisamos</h2>
			{switchesShown(isOffered).map((name) => (
				<NoticeSwitch
					key={name}
					name={name}
					isOn={on[name]}
					isVerified={isVerified}
					hasFailed={failed === name}
				/>
			))}
		</div>
	);
}
