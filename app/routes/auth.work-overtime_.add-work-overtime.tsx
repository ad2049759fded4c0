import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { extraChoices, extraSchemaOn } from "~/features/extras/extra-schemas";
import { ExtraForm } from "~/features/extras/form/extra-form";
import { repeatedOn, toFormValues } from "~/features/extras/form/extra-values.server";
import { findFormHelp } from "~/features/extras/form/form-help.server";
import { saveExtraAction } from "~/features/extras/form/save-extra-action.server";
import { listExtras } from "~/features/extras/list/extras-list.server";
import { addAddress } from "~/features/extras/list/filter";
import { findExtra } from "~/features/extras/rows/extras.server";
import { requireKeyInAddress } from "~/lib/forms/form-state.server";
import { takeOthers } from "~/lib/forms/other-choice";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { formatShortDate, parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { ArrowLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Agregar extra";
const PATH = "/auth/work-overtime/add-work-overtime";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true, SignedOutForm: SignedOutExtraForm };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const idFile = requireKeyInAddress(request);
	// If the user goes back to this page after saving, the form shows the saved overtime entry.
	const extra = await findExtra({ userId: user.id, idFile });
	const saved = extra && toFormValues(extra);
	const today = plantToday();
	const search = requestContext().url.searchParams;
	const from = returnPath(search.get("redirectTo"));
	const repeat = search.get("repeat");
	const [last] = saved ? [] : (await listExtras(user.id, { end: today })).extras;
	const repeated =
		repeat === null || saved
			? undefined
			: repeat === "last"
				? last
				: await findExtra({ userId: user.id, idFile: repeat });
	const date = parseCivilDate(search.get("date") ?? "") ?? today;
	const shown = saved ?? (repeated ? repeatedOn(repeated, date) : { date });
	const again = new URLSearchParams({ repeat: "last" });
	if (date !== today) again.set("date", date);
	if (from) again.set("redirectTo", from);
	return {
		idFile,
		isSaved: saved !== undefined,
		hasLast: last !== undefined,
		repeatedDate: repeated?.date,
		otherDate: date === today ? undefined : date,
		backTo: from ?? "/auth/work-overtime",
		repeatPath: `${PATH}?${again}`,
		...(await findFormHelp(user.id, idFile, shown, { stored: extra, repeated })),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUserToFill(request, { title: TITLE, schema: extraSchemaOn(plantToday()) });
	return saveExtraAction(request, user.id);
}

export default function AddWorkOvertimePage() {
	const { isSaved, hasLast, repeatedDate, otherDate, repeatPath, ...form } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	return (
		<div className="narrow">
			<div className="head">
				<ArrowLink to={form.backTo} label="Mis Extras" />
				<h1>{TITLE}</h1>
				{hasLast && !repeatedDate && (
					<a className="btn text" href={repeatPath} aria-label="Repetir la última">
						Repetir
					</a>
				)}
			</div>
			{repeatedDate && !refused && (
				<p className="note">
					Es la del {formatShortDate(repeatedDate)} con la fecha{" "}
					{otherDate ? `del ${formatShortDate(otherDate)}` : "de hoy"}. Fijate que esté bien y guardá.
				</p>
			)}
			{isSaved && !refused && (
				<p className="note">
					Esta extra ya está guardada: si cambiás algo, cambia esa.{" "}
					<a href={addAddress(form.backTo)}>Agregar otra</a>
				</p>
			)}
			<ExtraForm
				// A new key resets the form for another entry.
				key={form.idFile}
				{...form}
				{...refused}
				isNew={!isSaved}
				submit="Guardar"
			/>
		</div>
	);
}

function SignedOutExtraForm({ shown, ...form }: ComponentProps<SignedOutForm>) {
	return <ExtraForm {...form} isNew submit="Guardar" shown={takeOthers(shown, extraChoices)} />;
}
