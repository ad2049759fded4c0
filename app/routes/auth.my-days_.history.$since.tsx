import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import {
	correctHistoryAction,
	deleteHistoryAction,
	requireHistoryEntry,
} from "~/features/own-days/history-lines.server";
import { sinceSchema } from "~/features/own-days/since-schema";
import { readIntent } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { TextField } from "~/ui/forms/text-field";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { RecordForm, type RecordFormProps, useRecordForm } from "~/ui/records/record-form";

const TITLE = "Corregir desde cuándo";
const LABELS = { since: "Desde el" };

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SinceForm satisfies SignedOutForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const { id } = await requireUser(request);
	const entry = await requireHistoryEntry(id, params.since);
	const asksToDelete = requestContext().url.searchParams.get("intent") === "delete";
	return { ...entry, asksToDelete };
}

export async function action({ request, params }: ActionFunctionArgs) {
	if ((await readIntent(request)) === "delete") {
		const { id } = await requireUser(request, messages.noUserForRecords);
		return deleteHistoryAction(id, params.since, requestContext().url.searchParams.get("version"));
	}
	const { id } = await requireUserToFill(request, { title: TITLE, schema: sinceSchema });
	return correctHistoryAction(request, id, params.since);
}

export default function CorrectHistoryPage() {
	const { text, since, isPresent, address = "", version, asksToDelete } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (asksToDelete && !isPresent) {
		const deletion = {
			idFile: "",
			question: "¿Querés eliminar este diagrama y escuadra de antes?",
			what: text,
			consequence: "Sus días pasan a mostrar los turnos del anterior o, si era el primero, del siguiente.",
		};
		const action = `${address}?version=${version}`;
		return <ConfirmDelete deletion={deletion} action={action} redirectTo="/my-shift/calendar#historia" />;
	}
	return (
		<div className="narrow">
			<BackLink to="/my-shift/calendar#historia">Mis doce meses</BackLink>
			<h1>{TITLE}</h1>
			<p className="lead">{text}</p>
			{refused && "failure" in refused && (
				<p className="error" role="alert">
					{refused.failure}
				</p>
			)}
			{since && <SinceForm shown={{ since }} version={version} {...refused} />}
			<p className="row">
				{isPresent ? (
					<a className="btn" href="/auth/my-account/edit-profile">
						Cambiar de diagrama o escuadra
					</a>
				) : (
					<a className="btn" href={`${address}?intent=delete`}>
						<Icon name="trash" /> Eliminar
					</a>
				)}
			</p>
		</div>
	);
}

/** Form that corrects the first day of a diagram and crew. */
function SinceForm(props: RecordFormProps<"since">) {
	const [form, fields] = useRecordForm("since", sinceSchema, props);
	return (
		<RecordForm
			form={form}
			submit="Guardar"
			cancel="/my-shift/calendar#historia"
			record={props}
			labels={LABELS}
		>
			<TextField field={fields.since} label={LABELS.since} type="date" />
		</RecordForm>
	);
}
