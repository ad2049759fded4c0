import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type ComponentProps, useRef } from "react";
import { deletionOf, type PayTerm, termTitles } from "~/features/agreement/agreement";
import { AgreementForm, PresetLinks } from "~/features/agreement/agreement-form";
import { HourValueForm, HourValueHelp } from "~/features/agreement/hour-value-form";
import { agreementTerm, hourValueTerm } from "~/features/agreement/pay-term-forms.server";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { readIntent } from "~/lib/forms/form.server";
import { notFound, requireSearch } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { Opener } from "~/ui/forms/opener";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";

const SETTINGS = "/auth/my-pay/settings";

export const meta = ({ params }: { params: { term?: string } }) =>
	pageTitle(params.term === "rates" ? termTitles.rates : termTitles["hour-value"]);

export const handle = { hydrate: true, SignedOutForm: SignedOutTermForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const searchParams = requireSearch();
	const term = termOf(params);
	const form =
		term === "rates"
			? { term, ...(await agreementTerm.read(user, params.since, searchParams.get("preset"))) }
			: { term, ...(await hourValueTerm.read(user, params.since, null)) };
	const asksToDelete = form.since !== undefined && searchParams.get("intent") === "delete";
	return { ...form, today: plantToday(), asksToDelete };
}

export async function action({ request, params }: ActionFunctionArgs) {
	const [name, since] = [termOf(params), params.since ?? ""];
	const term = name === "rates" ? agreementTerm : hourValueTerm;
	const intent = await readIntent(request);
	const user = intent
		? await requireUser(request, messages.noUserForRecords)
		: await requireUserToFill(request, { title: termTitles[name], schema: term.schemaOn(plantToday()) });
	if (intent === "delete" || intent === "undo") {
		const shown = term.recordShown(requestContext().url.searchParams.get("version"));
		return changeRecordAction(shown, request, user.id, since);
	}
	return term.save(request, user.id, since);
}

/** An hourly rate or an agreement, from its first day on. */
export default function PayTermPage() {
	const { asksToDelete, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	const { term, since } = form;
	/** The first day as typed: another collective agreement, with its own premiums, leaves it as it is. */
	const typed = useRef<string>();
	if (since && (asksToDelete || (refused && "failure" in refused))) {
		const page = `${SETTINGS}/${term}/${since}?version=${form.version}`;
		return (
			<ConfirmDelete deletion={deletionOf(term, since)} action={page} redirectTo={SETTINGS}>
				<Opener />
			</ConfirmDelete>
		);
	}
	return (
		<div className="narrow">
			<BackLink to={SETTINGS}>Convenio y valor de la hora</BackLink>
			<h1>{termTitles[term]}</h1>
			{form.term === "rates" ? (
				<>
					<PresetLinks
						name={form.shown.name}
						isNew={since === undefined}
						onChoose={(day) => {
							typed.current = day;
						}}
					/>
					<AgreementForm
						key={form.shown.name}
						{...form}
						shown={{ ...form.shown, since: typed.current ?? form.shown.since }}
						{...refused}
					/>
				</>
			) : (
				<>
					<HourValueHelp />
					<HourValueForm {...form} {...refused} />
				</>
			)}
			{since && (
				<a className="btn text bad" href="?intent=delete">
					<Icon name="trash" /> Eliminar
				</a>
			)}
		</div>
	);
}

function SignedOutTermForm({ shown, version, signIn }: ComponentProps<SignedOutForm>) {
	const Form = useLocation().pathname.includes("/rates/") ? AgreementForm : HourValueForm;
	return <Form shown={shown} version={version} signIn={signIn} />;
}

function termOf({ term }: { term?: string }): PayTerm {
	if (term === "rates" || term === "hour-value") return term;
	throw notFound();
}
