import { expect, test } from "vitest";
import { sqlite } from "~/lib/database/db.server";
import * as messages from "~/lib/messages";
import * as exported from "~/routes/auth.export";
import * as myAccount from "~/routes/auth.my-account";
import * as editProfile from "~/routes/auth.my-account_.edit-profile";
import * as overtime from "~/routes/auth.work-overtime";
import { formOf, signedInUser } from "../../support/accounts";
import { argsFor, responseOf } from "../../support/requests";
import { beforeStatement } from "../../support/statements";
import { toastOf } from "../../support/toasts";

/** Deletes the account when the server is about to run the statement that contains `part`. */
function deleteMeanwhile({ id }: { id: string }, part: string): void {
	beforeStatement(part, () => sqlite.prepare("DELETE FROM users WHERE id = ?").run(id));
}

test.each([
	["/auth/my-account", myAccount.loader],
	["/auth/my-account/edit-profile", editProfile.loader],
	["/auth/work-overtime", overtime.loader],
	["/auth/work-overtime?view=sheet", overtime.loader],
	["/auth/export", exported.loader],
])("%s redirects to the login when the account has just been deleted", async (path, loader) => {
	const { user, headers } = await signedInUser();
	deleteMeanwhile(user, 'from "sessions" inner join "users"');
	const response = await responseOf(() => loader(argsFor(path, {}, { headers })));
	expect(response.status).toBe(302);
	expect(response).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(path)}`);
});

test.each([
	["/auth/my-account", myAccount.action, { intent: "autoDiagram", autoDiagram: "si" }, 'update "users"'],
	[
		"/auth/my-account/edit-profile",
		editProfile.action,
		{ intent: "profile", realName: "Ramona Fernández", diagram: "4turnos_7dias" },
		'from "users" where "id"',
	],
])("a form posted to %s redirects to the login too, with a message", async (path, action, fields, part) => {
	const { user, headers } = await signedInUser();
	deleteMeanwhile(user, part);
	const response = await responseOf(() => action(argsFor(path, {}, formOf(fields, headers))));
	expect(response.status).toBe(303);
	expect(response).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(path)}`);
	expect(await toastOf(response)).toMatchObject({ title: messages.noUser, kind: "error" });
});
