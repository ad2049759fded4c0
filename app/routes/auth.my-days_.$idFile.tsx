import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { listOwnCrews } from "~/features/own-days/find-own-calendar.server";
import { deletionOf } from "~/features/own-days/own-day-deletion";
import { OwnDayForm } from "~/features/own-days/own-day-form";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { ownDaySchemaOn } from "~/features/own-days/own-day-schemas";
import { findOwnDay } from "~/features/own-days/own-days.server";
import {
	saveOwnDayAction,
	toFormValues,
	versionOfOwnDay,
} from "~/features/own-days/save-own-day-action.server";
import { readIntent } from "~/lib/forms/form.server";
import { notFound, returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Editar días";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutOwnDayForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request, params }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const ownDay = await requireOwnDay(user.id, params.idFile);
	const { searchParams } = requestContext().url;
	return {
		ownDay,
		shown: await toFormValues(user.id, ownDay),
		version: versionOfOwnDay(ownDay),
		today: plantToday(),
		crews: await listOwnCrews(user.id),
		asksToDelete: searchParams.get("intent") === "delete",
		redirectTo: returnPath(searchParams.get("redirectTo")) ?? "/auth/my-days",
	};
}

export async function action({ request, params }: ActionFunctionArgs) {
	const intent = await readIntent(request);
	const user = intent
		? await requireUser(request, messages.noUserForRecords)
		: await requireUserToFill(request, { title: TITLE, schema: ownDaySchemaOn(plantToday()) });
	if (intent === "delete") return changeRecordAction(ownDayRecord, request, user.id, params.idFile ?? "");
	return saveOwnDayAction(request, user.id, await requireOwnDay(user.id, params.idFile));
}

/**
 * Finds own days, a period of vacation, leave, a shift swap or the like.
 * @throws Response 404 when the user has no own days with this id
 */
async function requireOwnDay(userId: string, id = "") {
	const ownDay = await findOwnDay({ userId, id });
	if (!ownDay) throw notFound();
	return ownDay;
}

export default function EditOwnDayPage() {
	const { ownDay, asksToDelete, redirectTo, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	if (asksToDelete || (refused && "failure" in refused)) {
		const page = `/auth/my-days/${ownDay.id}`;
		return <ConfirmDelete deletion={deletionOf(ownDay)} action={page} redirectTo={redirectTo} />;
	}
	return (
		<div className="narrow">
			<BackLink to="/auth/my-days">Mis días</BackLink>
			<h1>{TITLE}</h1>
			<OwnDayForm idFile={ownDay.id} submit="Guardar" {...form} {...refused} />
		</div>
	);
}

function SignedOutOwnDayForm({ typed, idFile = "", ...form }: ComponentProps<SignedOutForm>) {
	return <OwnDayForm {...form} idFile={idFile} submit="Guardar" shown={typed} />;
}
