import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AgreementForm, PresetLinks } from "~/features/agreement/agreement-form";
import { toAgreementForm } from "~/features/agreement/agreement-form-values.server";
import { agreementSchemaOn } from "~/features/agreement/agreement-schemas";
import { agreementRecord } from "~/features/agreement/pay-term-records.server";
import {
	proposeAgreement,
	requireAgreement,
	saveAgreementAction,
} from "~/features/agreement/save-agreement-actions.server";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { payPeriodOf } from "~/features/law/pay-period";
import { readIntent } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Convenio";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutAgreementForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	redirectWithoutBlanks();
	const agreement = await requireAgreement(user.id, params.since);
	const { searchParams } = requestContext().url;
	const today = plantToday();
	const { start } = payPeriodOf(today, user.payPeriod);
	const shown = agreement ?? (await proposeAgreement(user.id, searchParams.get("preset"), start));
	return {
		today,
		shown: toAgreementForm(shown),
		name: shown.name,
		since: agreement?.since,
		version: agreement && versionOf(toAgreementForm(agreement)),
		asksToDelete: agreement !== undefined && searchParams.get("intent") === "delete",
	};
}

export async function action({ request, params }: ActionFunctionArgs) {
	const intent = await readIntent(request);
	const schema = agreementSchemaOn(plantToday());
	const user = intent
		? await requireUser(request, messages.noUserForRecords)
		: await requireUserToFill(request, { title: TITLE, schema });
	if (intent === "delete" || intent === "undo")
		return changeRecordAction(agreementRecord, request, user.id, params.since ?? "");
	const agreement = await requireAgreement(user.id, params.since);
	return saveAgreementAction(request, user.id, agreement?.since);
}

export default function AgreementPage() {
	const { since, name, asksToDelete, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (asksToDelete || (refused && "failure" in refused)) {
		const deletion = {
			idFile: "",
			question: "¿Querés eliminar este convenio?",
			what: `Desde el ${formatShortDate(since ?? "")}`,
			consequence: "Esos días pasan a estimarse con el anterior o, si no hay, con los recargos de la ley.",
		};
		const page = `/auth/my-pay/settings/rates/${since}`;
		return <ConfirmDelete deletion={deletion} action={page} redirectTo="/auth/my-pay/settings" />;
	}
	return (
		<div className="narrow">
			<BackLink to="/auth/my-pay/settings">Mi convenio</BackLink>
			<h1>{TITLE}</h1>
			<PresetLinks name={name} isNew={since === undefined} />
			<AgreementForm key={name} {...form} {...refused} />
		</div>
	);
}

function SignedOutAgreementForm({ typed, version, signIn }: ComponentProps<SignedOutForm>) {
	return <AgreementForm shown={typed} version={version} signIn={signIn} />;
}
