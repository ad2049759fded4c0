import { createCookie } from "@remix-run/node";
import * as z from "zod";
import { sessionSecrets } from "~/lib/secrets.server";
import { cookieAttributes, cookieName } from "./cookies.server";
import { redirectWithCookies } from "./http.server";

/** A short message shown once, on the page after an action. */
export type Toast = z.infer<typeof toastSchema>;

const toastSchema = z.object({
	title: z.string().optional(),
	text: z.string(),
	kind: z.enum(["success", "info", "error"]).optional(),
	/** Data of the undo button (app/ui/toast/toast-message.tsx). With it, a toast stays until it is closed. */
	undo: z
		.object({
			/** What takes the change back: "undo" (default) restores a deleted row, "delete" deletes an added row. */
			intent: z.enum(["undo", "delete"]).optional(),
			action: z.string(),
			idFile: z.string(),
			/** Ids of further rows, with spaces between. */
			more: z.string().optional(),
			/** URL of the list with the id of the row that gets the focus, opened after the undo. */
			redirectTo: z.string(),
		})
		.optional(),
	/** Whether the toast appears as a dialog, which the user must close. */
	asDialog: z.boolean().optional(),
});

const toastCookie = () =>
	createCookie(cookieName("toast"), { secrets: sessionSecrets(), ...cookieAttributes, maxAge: 60 });

/**
 * 303 redirect to `path`, which shows the toast.
 * @param cookies further Set-Cookie headers
 */
export async function redirectWithToast(path: string, toast: Toast, cookies: readonly string[] = []) {
	return redirectWithCookies(path, [...cookies, await toastCookie().serialize(toast)]);
}

/**
 * Returns a 303 redirect, with a toast, to the page that contains the posted form. If the page is hydrated, the redirect
 * adds no entry to the browser's history.
 */
export async function backWithToast(path: string, toast: Toast): Promise<Response> {
	const response = await redirectWithToast(path, toast);
	response.headers.set("X-Remix-Replace", "true");
	return response;
}

/** Returns the toast to show, and headers that delete its cookie. A forged or malformed toast counts as absent. */
export async function takeToast(request: Request): Promise<{ toast?: Toast; headers: Headers }> {
	const headers = new Headers();
	const cookieHeader = request.headers.get("Cookie");
	// The service worker's copies have no toast: it stays for the next page that somebody opens.
	if (!cookieHeader?.includes(`${cookieName("toast")}=`) || request.headers.has("Relevo-Copy"))
		return { headers };
	headers.append("Set-Cookie", await toastCookie().serialize("", { maxAge: 0 }));
	const parsed = toastSchema.safeParse(
		await toastCookie()
			.parse(cookieHeader)
			.catch(() => null),
	);
	return { toast: parsed.success ? parsed.data : undefined, headers };
}
