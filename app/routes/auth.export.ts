import type { LoaderFunctionArgs } from "@remix-run/node";
import { accountParts } from "~/features/auth/personal-data.server";
import { requireUser } from "~/features/auth/sessions.server";
import { todayIn } from "~/lib/civil-date";
import { env } from "~/lib/env.server";
import { zipStream } from "~/lib/zip.server";

/** "Descargar mis datos": everything that is kept about a person, in one archive. A new feature adds its parts here. */
export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const today = todayIn(env.TZ_APP);
	const parts = await accountParts(user);
	const isPhotoLost = user.photo !== null && !parts.some((part) => "path" in part);
	const archive = [{ name: "LEEME.txt", text: explain(today, isPhotoLost) }, ...parts];
	return new Response(zipStream(archive), {
		headers: {
			"Content-Type": "application/zip",
			"Content-Disposition": `attachment; filename="relevo-mis-datos-${today}.zip"`,
			"Cache-Control": "private, no-store",
		},
	});
}

function explain(today: string, isPhotoLost: boolean): string {
	return [
		`Tus datos en Relevo, descargados el ${today}.`,
		"",
		"perfil.json           tu cuenta y tu perfil, para programas",
		"perfil.csv            lo mismo, para abrir con una planilla de cálculo",
		isPhotoLost
			? "Tu foto no está: su archivo falta en el servidor. Podés cargarla de nuevo en tu perfil."
			: "foto-de-perfil.webp   tu foto, si cargaste una",
		"",
		"Tu contraseña no está: guardamos solo una huella, que no sirve para conocerla.",
		"",
	].join("\r\n");
}
