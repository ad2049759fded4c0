import type { ActionFunction, ServerBuild } from "@remix-run/node";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { requestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";

type Routes = ServerBuild["routes"];

/**
 * Wraps the actions of all routes: when one fails (the database is locked, full or broken), its form comes back filled in,
 * without passwords. An error page would lose what was typed. Statuses 500 and 507.
 */
export function withFailedForms(routes: Routes): Routes {
	const wrapped: Routes = {};
	for (const [id, route] of Object.entries(routes)) {
		const action = route?.module.action;
		if (!route || !action) wrapped[id] = route;
		else wrapped[id] = { ...route, module: { ...route.module, action: givingFormsBack(action) } };
	}
	return wrapped;
}

function givingFormsBack(action: ActionFunction): ActionFunction {
	return async (given) => {
		try {
			return await action(given);
		} catch (error) {
			const { id, giveFormBack } = requestContext();
			// A thrown Response is no failure, and a body that was no readable form cannot be given back.
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
