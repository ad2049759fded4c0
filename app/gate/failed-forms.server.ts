import type { ActionFunction, ServerBuild } from "@remix-run/node";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { requestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";

type Routes = ServerBuild["routes"];

/**
 * Wraps the actions of all routes: an unexpected error (500 or 507) after `parseForm` shows the posted form again with
 * its values, except passwords and codes.
 */
export function withFailedForms(routes: Routes): Routes {
	const wrapped = Object.entries(routes).map(([id, route]) => {
		const { action } = route.module;
		return [id, action ? { ...route, module: { ...route.module, action: returningForms(action) } } : route];
	});
	return Object.fromEntries(wrapped);
}

function returningForms(action: ActionFunction): ActionFunction {
	return async (args) => {
		try {
			return await action(args);
		} catch (error) {
			const { id, giveFormBack } = requestContext();
			// A thrown Response is no failure. `giveFormBack` is missing if `parseForm` has not parsed a form.
			if (error instanceof Response || !giveFormBack) throw error;
			logFailure("form_failed", error, { request_id: id });
			const isFull = isDiskFull(error);
			const text = `${isFull ? diskFullMessage : FAILED} Código para quien administra: ${id}`;
			return giveFormBack(text, isFull ? 507 : 500);
		}
	};
}

const FAILED =
	"No pudimos hacerlo: es un problema nuestro, no tuyo. Lo que escribiste sigue acá, menos las contraseñas. Probá de nuevo en un rato.";
