import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { toHourValueForm } from "~/features/agreement/agreement-form-values.server";
import { hourValueSchemaOn } from "~/features/agreement/agreement-schemas";
import { HourValueForm, HourValueHelp } from "~/features/agreement/hour-value-form";
import { hourValueRecord } from "~/features/agreement/pay-term-records.server";
import { requireHourValue, saveHourValueAction } from "~/features/agreement/save-agreement-actions.server";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { payPeriodOf } from "~/features/law/pay-period";
import { readIntent } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Valor de la hora";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutHourValueForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const value = await requireHourValue(user.id, params.since);
	const today = plantToday();
	const { start } = payPeriodOf(today, user.payPeriod);
	return {
		today,
		shown: value ? toHourValueForm(value) : { basis: "hour", divisor: "200", since: start },
		since: value?.since,
		version: value && versionOf(toHourValueForm(value)),
		asksToDelete: value !== undefined && requestContext().url.searchParams.get("intent") === "delete",
	};
}

export async function action({ request, params }: ActionFunctionArgs) {
	const intent = await readIntent(request);
	const schema = hourValueSchemaOn(plantToday());
	const user = intent
		? await requireUser(request, messages.noUserForRecords)
		: await requireUserToFill(request, { title: TITLE, schema });
	if (intent === "delete" || intent === "undo")
		return changeRecordAction(hourValueRecord, request, user.id, params.since ?? "");
	const value = await requireHourValue(user.id, params.since);
	return saveHourValueAction(request, user.id, value?.since);
}

export default function HourValuePage() {
	const { since, asksToDelete, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (asksToDelete || (refused && "failure" in refused)) {
		const deletion = {
			idFile: "",
			question: "¿Querés eliminar este valor de la hora?",
			what: `Desde el ${formatShortDate(since ?? "")}`,
			consequence: "Esos días pasan a estimarse con el valor anterior o, si no hay, no se estiman.",
		};
		const page = `/auth/my-pay/settings/hour-value/${since}`;
		return <ConfirmDelete deletion={deletion} action={page} redirectTo="/auth/my-pay/settings" />;
	}
	return (
		<div className="narrow">
			<BackLink to="/auth/my-pay/settings">Mi convenio</BackLink>
			<h1>{TITLE}</h1>
			<HourValueHelp />
			<HourValueForm {...form} {...refused} />
		</div>
	);
}

function SignedOutHourValueForm({ typed, version, signIn }: ComponentProps<SignedOutForm>) {
	return <HourValueForm shown={typed} version={version} signIn={signIn} />;
}
