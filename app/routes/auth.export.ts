import type { LoaderFunctionArgs } from "@remix-run/node";
import { accountParts } from "~/features/account/exported-account.server";
import { agreementParts } from "~/features/agreement/exported-agreements.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { documentParts } from "~/features/documents/exported-documents.server";
import { extraParts } from "~/features/extras/list/exported-extras.server";
import { ownDayParts } from "~/features/own-days/exported-own-days.server";
import { slipParts } from "~/features/pay/slips/exported-slips.server";
import { sendDownload } from "~/lib/http/download.server";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { zipStream } from "~/lib/zip.server";

/** Downloads all data of a user as ZIP. New features add their data here. */
export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	return sendDownload("zip", user.id, () => archiveOf(user));
}

/** Builds the ZIP archive with all data of the user. */
async function archiveOf(user: User) {
	const today = plantToday();
	const account = await accountParts(user);
	const documents = await documentParts(user.id);
	const content = zipStream([
		{ name: "LEEME.txt", text: explain(today, [...account.missing, ...documents.missing]) },
		...account.parts,
		...documents.parts,
		...extraParts(user.id),
		...(await slipParts(user.id)),
		...(await ownDayParts(user.id)),
		...(await agreementParts(user.id)),
	]);
	return { name: `relevo-mis-datos-${today}.zip`, type: "application/zip", content };
}

/**
 * Text of the archive's read-me file.
 * @param missing photos whose files are missing
 */
function explain(today: CivilDate, missing: readonly string[]): string {
	return [
		`Tus datos en Relevo, descargados el ${formatShortDate(today)}.`,
		"",
		"perfil.json           tu cuenta y tu perfil, para programas",
		"perfil.csv            lo mismo, para abrir con una planilla de cálculo",
		"foto-de-perfil.webp   tu foto, si cargaste una",
		"documentos.json       tus documentos, para programas",
		"documentos.csv        lo mismo, para abrir con una planilla de cálculo",
		"documentos/           las fotos de tus documentos; las que quedaron sin guardar están en sin-guardar",
		"extras.json           tus extras, para programas",
		"extras.csv            lo mismo, para abrir con una planilla de cálculo",
		"recibos.json          lo que copiaste de tus recibos, con los importes en centavos",
		"recibos.csv           lo mismo, para abrir con una planilla de cálculo",
		"dias.json             tus días (vacaciones, licencias, cambios…) y tus diagramas y escuadras de antes",
		"dias.csv              tus días, para abrir con una planilla de cálculo",
		"convenio.json         tu convenio y el valor de tu hora, para programas",
		"convenio.csv          los recargos de tu convenio, para abrir con una planilla de cálculo",
		"valor-de-la-hora.csv  el valor de tu hora, para abrir con una planilla de cálculo",
		"",
		"Tu contraseña no está: guardamos solo una huella, que no sirve para conocerla.",
		...(missing.length > 0 ? ["", "Estas fotos no están, porque faltan en el servidor:", ...missing] : []),
		"",
	].join("\r\n");
}
