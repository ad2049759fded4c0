import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { listOwnCrews } from "~/features/own-days/find-own-calendar.server";
import { OwnDayForm } from "~/features/own-days/own-day-form";
import { ownDaySchemaOn } from "~/features/own-days/own-day-schemas";
import { findOwnDay } from "~/features/own-days/own-days.server";
import {
	saveOwnDayAction,
	toFormValues,
	versionOfOwnDay,
} from "~/features/own-days/save-own-day-action.server";
import { requireKeyInAddress } from "~/lib/forms/form-state.server";
import { requestContext } from "~/lib/http/request-context.server";
import { parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Agregar días";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutOwnDayForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const idFile = requireKeyInAddress(request);
	const today = plantToday();
	// If the user goes back to this page after saving, the form shows the saved own days (vacation, leave etc.).
	const ownDay = await findOwnDay({ userId: user.id, id: idFile });
	return {
		idFile,
		saved: ownDay && (await toFormValues(user.id, ownDay)),
		version: ownDay && versionOfOwnDay(ownDay),
		today,
		firstDay: parseCivilDate(requestContext().url.searchParams.get("firstDay") ?? "") ?? today,
		crews: await listOwnCrews(user.id),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const schema = ownDaySchemaOn(plantToday());
	const user = await requireUserToFill(request, { title: TITLE, schema });
	return saveOwnDayAction(request, user.id);
}

export default function AddOwnDayPage() {
	const { saved, firstDay, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	return (
		<div className="narrow">
			<BackLink to="/auth/my-days">Mis días</BackLink>
			<h1>{TITLE}</h1>
			{saved && !refused && (
				<p className="note">
					Estos días ya están guardados: si cambiás algo, cambian esos.{" "}
					<a href="/auth/my-days/add">Agregar otros</a>
				</p>
			)}
			<OwnDayForm
				// A new key resets the form for the next own days (vacation, leave and the like).
				key={form.idFile}
				{...form}
				{...refused}
				submit={TITLE}
				shown={saved ?? { firstDay }}
			/>
		</div>
	);
}

function SignedOutOwnDayForm({ typed, idFile = "", ...form }: ComponentProps<SignedOutForm>) {
	return <OwnDayForm {...form} idFile={idFile} submit={TITLE} shown={typed} />;
}
