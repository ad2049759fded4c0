import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { findMyRotation } from "~/features/shift/my-rotation.server";
import { CycleForm } from "~/features/shift/own-cycle/cycle-form";
import { CyclePreview } from "~/features/shift/own-cycle/cycle-preview";
import { readOwnCycle } from "~/features/shift/own-cycle/read-own-cycle";
import { requestContext } from "~/lib/http/request-context.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"Mi ciclo",
		"Si tu diagrama no está en Relevo, escribí tu ciclo de turnos y francos, con tus horas y el día en que empieza.",
	);

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request }: LoaderFunctionArgs) {
	const mine = await findMyRotation(request, await findSessionUser(request));
	return json(readOwnCycle(requestContext().url.searchParams, mine, plantToday()));
}

export default function OwnCyclePage() {
	const step = useLoaderData<typeof loader>();
	const { preview, replaced, hasOwn } = step;
	return (
		<>
			<h1>Mi ciclo</h1>
			{preview ? (
				<CyclePreview preview={preview} replaced={replaced} />
			) : (
				<p className="lead">
					Si tu diagrama no está en Relevo, escribí cómo se repiten tus turnos. Con un ciclo propio no hay
					escuadras: no te decimos quién te releva ni con quién cambiar.
				</p>
			)}
			{preview && <h2>Corregirlo</h2>}
			<CycleForm step={step} />
			{hasOwn && (
				<form className="row" method="post" action="/my-shift">
					<button className="btn" type="submit" name="intent" value="forget">
						Borrar mi ciclo
					</button>
				</form>
			)}
		</>
	);
}
