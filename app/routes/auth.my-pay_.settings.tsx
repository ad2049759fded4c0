import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listAgreements, listHourValues } from "~/features/agreement/agreements.server";
import { AgreementSection, HowItWorks, ValueSection } from "~/features/agreement/my-agreement";
import { PaySettingsForm, paySettingsSchema } from "~/features/agreement/pay-settings-form";
import { paySettings, savePaySettingsAction } from "~/features/agreement/save-pay-settings.server";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { versionOf } from "~/lib/forms/form-state.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Convenio, valor de la hora y cierre";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: PaySettingsForm satisfies SignedOutForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	return {
		hourValues: await listHourValues(user.id),
		agreements: await listAgreements(user.id),
		today: plantToday(),
		shown: paySettings(user),
		version: versionOf(paySettings(user)),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUserToFill(request, { title: TITLE, schema: paySettingsSchema });
	return savePaySettingsAction(request, user);
}

/** What decides the pay of overtime: the value of the hour, the agreement, and when the pay period closes. */
export default function PaySettingsPage() {
	const { hourValues, agreements, today, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	return (
		<>
			<BackLink to="/auth/my-pay">Mi pago</BackLink>
			<h1>{TITLE}</h1>
			<p className="lead">Para saber cuánto te tienen que pagar por tus extras. Solo lo ves vos.</p>
			<div className="cards">
				<ValueSection hourValues={hourValues} today={today} />
				<AgreementSection agreements={agreements} today={today} />
				<section aria-labelledby="cierre">
					<h2 id="cierre" className="group">
						Cierre y legajo
					</h2>
					<div className="card">
						<PaySettingsForm
							// After Cancelar it shows what is saved, and no longer what was typed.
							key={String(refused?.saved !== undefined)}
							{...form}
							{...refused}
						/>
					</div>
				</section>
			</div>
			<HowItWorks />
		</>
	);
}
