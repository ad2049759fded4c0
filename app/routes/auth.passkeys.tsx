import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AddPasskey } from "~/features/auth/passkeys/add-passkey";
import { changePasskeysAction } from "~/features/auth/passkeys/passkey-actions.server";
import { PasskeyList, removalAddress, removalOf } from "~/features/auth/passkeys/passkey-list";
import { listPasskeys } from "~/features/auth/passkeys.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { requestContext } from "~/lib/http/request-context.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { pageTitle } from "~/ui/page-title";

const TITLE = "Llaves de acceso";
const ACCOUNT = "/auth/my-account/edit-profile?view=account";

export const meta = () => pageTitle(TITLE);

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const { id, email, hasPassword } = await requireUser(request);
	const day = (time: number) => formatShortDate(plantDay(time));
	const passkeys = await listPasskeys(id);
	const { searchParams } = requestContext().url;
	const kind = phoneKind(request.headers.get("User-Agent"));
	return {
		email,
		hasPassword,
		passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
			...passkey,
			since: day(createdAt),
			used: usedAt === null ? null : day(usedAt),
		})),
		asked: searchParams.get("intent") === "delete" ? searchParams.get("passkey") : null,
		proposedName: kind === "ios" ? "Mi iPhone" : kind === "android" ? "Mi teléfono" : "Mi computadora",
	};
}

export async function action({ request }: ActionFunctionArgs) {
	return changePasskeysAction(request, await requireUser(request));
}

export default function PasskeysPage() {
	const { passkeys, asked, ...form } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	const leaving = passkeys.find(({ id }) => id === asked);
	if (leaving)
		return (
			<ConfirmDelete
				deletion={removalOf(leaving)}
				action={removalAddress(leaving.id)}
				redirectTo="/auth/passkeys"
			/>
		);
	return (
		<div className="narrow">
			<BackLink to={ACCOUNT}>Mi cuenta</BackLink>
			<h1>{TITLE}</h1>
			<p className="lead">
				Con una llave ingresás con tu huella, tu cara o el código del equipo, sin escribir la contraseña. La
				huella no sale del equipo.
			</p>
			{passkeys.length > 0 && (
				<section>
					<h2>Tus llaves</h2>
					<PasskeyList passkeys={passkeys} result={result} />
				</section>
			)}
			<section>
				<h2>Agregar una llave</h2>
				<AddPasskey {...form} result={result?.initialValue?.key ? undefined : result} />
			</section>
			<section>
				<h2>Si perdés el teléfono</h2>
				<p>
					Ingresá en otro con {form.hasPassword ? "tu contraseña" : "Google"}, quitá acá su llave, y en{" "}
					<a href={ACCOUNT}>Mi cuenta</a> cerrá la sesión en todos los equipos.
				</p>
			</section>
		</div>
	);
}
