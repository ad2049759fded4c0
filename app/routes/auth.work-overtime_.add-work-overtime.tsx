import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { findExtra } from "~/features/overtime/extras/extras.server";
import { ExtraForm } from "~/features/overtime/form/extra-form";
import { toFormValues } from "~/features/overtime/form/extra-values.server";
import { saveExtraAction } from "~/features/overtime/form/save-extra-action.server";
import { diagramOn, ownShiftText } from "~/features/overtime/law/own-shifts";
import { startHint } from "~/features/overtime/law/start-proposal";
import { extraSchemaOn } from "~/features/overtime/schemas";
import { listDatedRotations } from "~/features/shift/own-days/own-calendar.server";
import { env } from "~/lib/env.server";
import { requireKeyInAddress, versionOf } from "~/lib/forms/form-state.server";
import * as messages from "~/lib/messages";
import { todayIn } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ToastMessage } from "~/ui/toast/toast-message";

const TITLE = "Agregar extra";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutExtraForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const idFile = requireKeyInAddress(request);
	// When the user goes back to this page in the browser, the form shows the overtime entry that was saved.
	const extra = await findExtra({ userId: user.id, idFile });
	const saved = extra && toFormValues(extra);
	const today = todayIn(env.TZ_APP);
	const own = await listDatedRotations(user.id);
	return json({
		idFile,
		saved,
		version: saved && versionOf(saved),
		today,
		startHint: startHint(diagramOn(own, today)),
		crewShift: ownShiftText(own, saved ? extra.date : today),
	});
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUserToFill(request, { title: TITLE, schema: extraSchemaOn(todayIn(env.TZ_APP)) });
	return saveExtraAction(request, user.id);
}

export default function AddWorkOvertimePage() {
	const { today, saved, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	return (
		<div className="narrow">
			{refused?.failure && (
				<ToastMessage title={messages.error} text={refused.failure} kind="error" asDialog />
			)}
			<Link className="back" to="/auth/work-overtime">
				<Icon name="back" /> Mis Extras
			</Link>
			<h1>{TITLE}</h1>
			{saved && !refused && (
				<p className="note">
					Esta extra ya está guardada: si cambiás algo, cambia esa.{" "}
					<Link to="/auth/work-overtime/add-work-overtime">Agregar otra</Link>
				</p>
			)}
			<ExtraForm
				// A new React key resets the form when the user adds another overtime entry.
				key={form.idFile}
				{...form}
				{...refused}
				today={today}
				submit={TITLE}
				shown={saved ?? { date: today }}
			/>
		</div>
	);
}

function SignedOutExtraForm({ typed, idFile = "", ...form }: ComponentProps<SignedOutForm>) {
	return <ExtraForm {...form} idFile={idFile} submit={TITLE} shown={typed} />;
}
