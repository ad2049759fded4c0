import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions.server";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { ExtraForm } from "~/features/overtime/extra-form";
import { saveExtraForm } from "~/features/overtime/save-extra.server";
import { extraSchema } from "~/features/overtime/schemas.server";
import { startHint } from "~/features/overtime/start-proposal";
import { todayIn } from "~/lib/civil-date";
import { env } from "~/lib/env.server";
import { constraintOf } from "~/lib/form.server";
import { messages } from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ToastMessage } from "~/ui/toast-message";

export const meta = () => pageTitle("Agregar extra");

export const handle = { script: true };

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const today = todayIn(env.TZ_APP);
	const diagram = user.diagram ? await findDiagram(user.diagram) : undefined;
	return json({
		idFile: randomUUID(),
		today,
		startHint: startHint(diagram),
		diagram,
		crew: user.crew,
		constraint: constraintOf(extraSchema),
	});
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	const diagram = user.diagram ? await findDiagram(user.diagram) : undefined;
	return saveExtraForm(request, user, { findHolidays: holidaysBetween, diagram });
}

export default function AddWorkOvertimePage() {
	const { idFile, today, startHint, diagram, crew, constraint } = useLoaderData<typeof loader>();
	const refused = useActionData<typeof action>();
	return (
		<div className="narrow">
			{refused?.failure && (
				<ToastMessage title={messages.error} text={refused.failure} kind="error" asDialog />
			)}
			<a className="back" href="/auth/work-overtime">
				<Icon name="back" /> Mis Extras
			</a>
			<h1>Agregar extra</h1>
			<ExtraForm
				idFile={refused?.idFile ?? idFile}
				submit="Agregar extra"
				shown={{ date: today }}
				startHint={startHint}
				diagram={diagram}
				crew={crew}
				constraint={constraint}
				result={refused?.result}
			/>
		</div>
	);
}
