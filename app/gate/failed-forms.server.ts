import type { ActionFunction, ServerBuild } from "@remix-run/node";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { requestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";

type Routes = ServerBuild["routes"];

/**
 * Wraps the actions of all routes: an unexpected error (500 or 507) is answered as the action has said by `giveFormBack`.
 * After `parseForm` or `saveRecordForm`, that is the posted form with its values, except passwords and codes.
 */
export function withFailedForms(routes: Routes): Routes {
	const wrapped = Object.entries(routes).map(([id, route]) => {
		const { action } = route.module;
		if (!action) return [id, route];
		const returning: ActionFunction = (args) => returningForm(() => action(args));
		return [id, { ...route, module: { ...route.module, action: returning } }];
	});
	return Object.fromEntries(wrapped);
}

/** Runs an action, and shows its form again if it fails. */
export async function returningForm<Result>(action: () => Result): Promise<Awaited<Result> | Response> {
	try {
		return await action();
	} catch (error) {
		// A thrown Response is no failure.
		if (error instanceof Response) throw error;
		const { id, giveFormBack, leftOut = "" } = requestContext();
		// Missing if the action has not yet said how to answer.
		if (!giveFormBack) throw error;
		logFailure("form_failed", error, { request_id: id });
		const isFull = isDiskFull(error);
		const text = `${isFull ? diskFullMessage : failed(leftOut)} Código para quien administra: ${id}`;
		return giveFormBack(text, isFull ? 507 : 500);
	}
}

const failed = (leftOut: string) =>
	`No pudimos hacerlo: es un problema nuestro, no tuyo. Lo que escribiste sigue acá${leftOut}. Probá de nuevo en un rato.`;
