import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listAgreements, listHourValues } from "~/features/agreement/agreements.server";
import { AgreementSection, HowItWorks, ValueSection } from "~/features/agreement/my-agreement";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Mi convenio y el valor de la hora";

export const meta = () => pageTitle(TITLE);

export async function loader({ request }: LoaderFunctionArgs) {
	const { id } = await requireUser(request);
	redirectWithoutBlanks();
	return {
		hourValues: await listHourValues(id),
		agreements: await listAgreements(id),
		today: plantToday(),
	};
}

export default function MyAgreementPage() {
	const { hourValues, agreements, today } = useLoaderData<typeof loader>();
	return (
		<>
			<BackLink to="/auth/work-overtime">Mis Extras</BackLink>
			<h1>{TITLE}</h1>
			<p className="lead">
				Para estimar cuánto te tienen que pagar por tus extras. Es optativo y solo lo ves vos.
			</p>
			<div className="agreement">
				<ValueSection hourValues={hourValues} today={today} />
				<AgreementSection agreements={agreements} today={today} />
			</div>
			<HowItWorks />
		</>
	);
}
