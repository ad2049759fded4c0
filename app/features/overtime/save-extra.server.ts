import { randomUUID } from "node:crypto";
import { json } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import { addDays } from "~/lib/civil-date";
import { diskFullMessage, isDiskFull } from "~/lib/disk.server";
import { parseFields, readFields, requireIdFile } from "~/lib/form.server";
import { notFound } from "~/lib/http.server";
import { logFailure } from "~/lib/log.server";
import { messages } from "~/lib/messages";
import { redirectWithToast } from "~/lib/toast.server";
import { type HolidaysOn, splitExtra } from "./classify";
import { createExtra, type Extra, type ExtraValues, MOST_EXTRAS, updateExtra } from "./extras.server";
import { hasTwin } from "./extras-list.server";
import { formatHours } from "./hours";
import type { Surroundings } from "./list-page.server";
import { type ExtraForm, extraFields, extraSchema } from "./schemas.server";
import { type ExtraStart, startOf } from "./start-proposal";

interface Refusal {
	formErrors?: string[];
	fieldErrors?: Record<string, string[]>;
	status?: number;
	/** Text of the dialog that says that it failed. */
	failure?: string;
	/** Instead of the one that came with the form. */
	newIdFile?: string;
}

/**
 * Saves the form of an extra, split by the rule of its days unless the worker says otherwise. Where no start time is
 * given, that of its shift in the person's diagram is taken.
 * @param edited the extra that is edited; undefined for a new one
 * @returns the form with what is wrong
 * @throws Response the way on, 400 when the form cannot be read, 404 when there is no such extra
 */
export async function saveExtraForm(
	request: Request,
	user: User,
	{ findHolidays, diagram }: Surroundings,
	edited?: Extra,
) {
	const fields = await readFields(request, ["idFile", ...extraFields]);
	const idFile = requireIdFile(edited?.idFile ?? fields.idFile);
	const submission = parseFields(fields, extraSchema);
	const refuse = ({ status = 400, failure, newIdFile = idFile, ...errors }: Refusal = {}) =>
		json({ result: submission.reply(errors), idFile: newIdFile, failure }, { status });
	if (submission.status !== "success") return refuse();
	const form = submission.value;
	if ((form.hours50 ?? 0) + (form.hours100 ?? 0) > form.hour) {
		const problem = `Las del 50 y las del 100 juntas pasan las ${formatHours(form.hour)} horas.`;
		return refuse({ fieldErrors: { hours50: [problem] } });
	}
	const key = { userId: user.id, idFile };
	let isTwin = false;
	try {
		const holidaysOn = await findHolidays(form.date, addDays(form.date, 1));
		const values = toValues(form, startOf(form, diagram, edited), holidaysOn);
		isTwin = await hasTwin(key, values);
		if (edited) {
			if (!(await updateExtra(key, values))) throw notFound();
		} else {
			const outcome = await createExtra(key, values);
			if (outcome === "full") return refuse({ formErrors: [FULL], status: 409 });
			if (outcome === "other") return refuse({ formErrors: [OTHER], status: 409, newIdFile: randomUUID() });
		}
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("extra_not_saved", error);
		const failure = edited ? messages.extraNotEdited : messages.extraNotAdded;
		if (isDiskFull(error)) return refuse({ formErrors: [diskFullMessage], status: 507, failure });
		return refuse({ formErrors: [OURS], status: 500, failure });
	}
	const done = edited ? "Extra editada." : "Extra agregada.";
	throw await redirectWithToast("/auth/work-overtime", { text: isTwin ? `${done} ${TWIN}` : done });
}

function toValues(form: ExtraForm, start: ExtraStart, holidaysOn: HolidaysOn): ExtraValues {
	const { hour: minutes, date, shift, comment = null, compensation = null } = form;
	const values = { date, minutes, shift, comment, compensation, ...start };
	const split = splitExtra(values, holidaysOn);
	if (form.hours50 === undefined && form.hours100 === undefined) {
		return { ...values, ...split, hasOwnSplit: false };
	}
	const [minutes50, minutes100] = [form.hours50 ?? 0, form.hours100 ?? 0];
	const minutesUnclassified = minutes - minutes50 - minutes100;
	const hasOwnSplit = minutes50 !== split.minutes50 || minutes100 !== split.minutes100;
	return { ...values, ...split, minutes50, minutes100, minutesUnclassified, hasOwnSplit };
}

const OTHER =
	"Con este formulario ya guardaste otra extra, que sigue como estaba. Si esta es una más, tocá el botón de nuevo; si era un cambio, editá la que ya está en la lista.";
const FULL = `Llegaste a las ${MOST_EXTRAS.toLocaleString("es-AR")} extras. Descargalas desde Mis Extras y borrá las que ya no necesites.`;
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
const TWIN = "Ojo: ya tenías otra extra de ese día y ese turno.";
