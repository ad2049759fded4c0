import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { EstimateFold } from "~/features/agreement/estimate-fold";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { LoggedNotes } from "~/features/pay/slips/compared-lines";
import { postedSchema, saveSlipAction } from "~/features/pay/slips/save-slip-action.server";
import { LEDGER, slipAddress } from "~/features/pay/slips/slip-addresses";
import { SlipForm } from "~/features/pay/slips/slip-form";
import { readSlipPage, requireSlipDate } from "~/features/pay/slips/slip-page.server";
import { slipRecord } from "~/features/pay/slips/slip-record.server";
import { deletionOf } from "~/features/pay/slips/slip-texts";
import { readIntent } from "~/lib/forms/form.server";
import { notFound, returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Recibo";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutSlipForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const page = await readSlipPage(user.id, user.payPeriod, params.start);
	const { searchParams } = requestContext().url;
	const asksToDelete = searchParams.get("intent") === "delete";
	if (asksToDelete && !page.isStored) throw notFound();
	return { ...page, asksToDelete, redirectTo: returnPath(searchParams.get("redirectTo")) ?? LEDGER };
}

export async function action({ request, params }: ActionFunctionArgs) {
	const intent = await readIntent(request);
	const user = intent
		? await requireUser(request, messages.noUserForRecords)
		: await requireUserToFill(request, { title: TITLE, schema: await postedSchema(request) });
	const start = requireSlipDate(params.start ?? "", plantToday());
	if (intent === "delete") return changeRecordAction(slipRecord, request, user.id, start);
	return saveSlipAction(request, user, start);
}

export default function SlipPage() {
	const { asksToDelete, redirectTo, ...page } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (asksToDelete || (refused && "failure" in refused))
		return (
			<ConfirmDelete deletion={deletionOf(page)} action={slipAddress(page.start)} redirectTo={redirectTo} />
		);
	return (
		<div className="narrow">
			<BackLink to={LEDGER}>Recibos y saldos</BackLink>
			<h1>Recibo: {page.title.toLowerCase()}</h1>
			<p>Según mi registro: {page.logged}.</p>
			<LoggedNotes {...page} />
			{page.estimate && <EstimateFold estimate={page.estimate} />}
			<p>Copiá lo que dice el recibo de este período. Si algo no figura, poné 0.</p>
			<SlipForm key={page.start} shown={page.shown} version={page.version} {...refused} />
		</div>
	);
}

function SignedOutSlipForm({ typed, ...form }: ComponentProps<SignedOutForm>) {
	return <SlipForm {...form} shown={typed} />;
}
