import type { ActionFunction, ServerBuild } from "@remix-run/node";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { invalid, submissionOf } from "~/lib/forms/form.server";
import { REQUEST_ID_HEADER } from "~/lib/http/request-id";
import { logFailure } from "~/lib/log.server";

type Routes = ServerBuild["routes"];

/**
 * The routes of the program, whose forms come back filled in, passwords apart, when what they asked for failed (a database
 * that is locked, full or broken): one error page in their place would lose what was typed. Statuses 500 and 507.
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
	return async (context) => {
		try {
			return await action(context);
		} catch (error) {
			const submission = submissionOf(context.request);
			// An answer is no failure; and what was no form, or could not be read as one, has nothing to give back.
			if (error instanceof Response || !submission) throw error;
			const requestId = context.request.headers.get(REQUEST_ID_HEADER) ?? "";
			logFailure("form_failed", error, { request_id: requestId });
			const isFull = isDiskFull(error);
			const text = `${isFull ? diskFullMessage : FAILED} Código para quien administra: ${requestId}`;
			return invalid(submission, { formErrors: [text], status: isFull ? 507 : 500 });
		}
	};
}

const FAILED =
	"No pudimos hacerlo: es un problema nuestro, no tuyo. Lo que escribiste sigue acá, menos las contraseñas. Probá de nuevo en un rato.";
