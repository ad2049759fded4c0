import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { EstimateFold } from "~/features/agreement/estimate-fold";
import { estimateOf } from "~/features/agreement/estimates.server";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import * as extraMessages from "~/features/extras/extra-messages";
import { extraChoices, extraSchemaOn } from "~/features/extras/extra-schemas";
import { ExtraForm } from "~/features/extras/form/extra-form";
import { requireExtra, toFormValues } from "~/features/extras/form/extra-values.server";
import { findFormHelp } from "~/features/extras/form/form-help.server";
import { saveExtraAction } from "~/features/extras/form/save-extra-action.server";
import { findListPlace, listOldestExtras, MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import { deletionOf } from "~/features/extras/rows/extra-deletion";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { readIntent } from "~/lib/forms/form.server";
import { takeOthers } from "~/lib/forms/other-choice";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { askToAddAgain } from "~/lib/records/ask-to-add-again.server";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { inHours } from "~/lib/time/minutes";
import { plantToday } from "~/lib/time/plant-clock.server";
import { ArrowLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle(extraMessages.editExtra);

export const handle = { hydrate: true, SignedOutForm: SignedOutExtraForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	await refreshPay(user.id);
	const extra = await requireExtra(user.id, params.idFile);
	const place = await findListPlace({ userId: user.id, idFile: extra.idFile });
	const asksToDelete = requestContext().url.searchParams.get("intent") === "delete";
	return {
		idFile: extra.idFile,
		date: extra.date,
		shift: extra.shift,
		hours: inHours(extra.minutes),
		estimate: await estimateOf(user.id, extra, (days) => listOldestExtras(user.id, days, MAX_ON_SHEET)),
		needsReview: extra.needsReview,
		...(await findFormHelp(user.id, extra.idFile, toFormValues(extra), { stored: extra })),
		asksToDelete,
		redirectTo: asksToDelete ? place.afterDelete : place.address,
	};
}

export async function action({ request, params }: ActionFunctionArgs) {
	const intent = await readIntent(request);
	const user = intent
		? await requireUser(request, messages.noUserForRecords)
		: await requireUserToFill(request, {
				title: extraMessages.editExtra,
				schema: extraSchemaOn(plantToday()),
			});
	const { idFile = "" } = params;
	if (intent === "delete") return changeRecordAction(extraRecord, request, user.id, idFile);
	const key = { user_id: user.id, kind: "extras", id: idFile } as const;
	const added = `/auth/work-overtime/add-work-overtime?idFile=${idFile}`;
	const extra = await requireExtra(user.id, idFile).catch(askToAddAgain(key, added));
	return saveExtraAction(request, user.id, extra);
}

export default function EditWorkOvertimePage() {
	const { asksToDelete, redirectTo, needsReview, estimate, ...extra } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (asksToDelete || refused?.failure === extraMessages.extraNotDeleted) {
		const page = `/auth/edit-work-overtime/${extra.idFile}`;
		return <ConfirmDelete deletion={deletionOf(extra)} action={page} redirectTo={redirectTo} />;
	}
	return (
		<div className="narrow">
			<div className="head">
				<ArrowLink to={redirectTo} label="Mis Extras" />
				<h1>{extraMessages.editExtra}</h1>
			</div>
			{needsReview && (
				<p className="note">
					Para revisar: el 50 y el 100 dependen de la hora de entrada, que no está. Poné la hora y guardá.
				</p>
			)}
			{estimate && <EstimateFold estimate={estimate} />}
			<ExtraForm
				{...extra}
				backTo={redirectTo}
				submit={extraMessages.editExtra}
				{...(refused?.result && refused)}
			/>
		</div>
	);
}

function SignedOutExtraForm({ shown, ...form }: ComponentProps<SignedOutForm>) {
	return <ExtraForm {...form} submit={extraMessages.editExtra} shown={takeOthers(shown, extraChoices)} />;
}
