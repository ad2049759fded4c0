import { createCookie, redirect } from "@remix-run/node";
import { z } from "zod";
import { isHttps } from "~/lib/env.server";
import { sessionSecrets } from "~/lib/secrets.server";
import { toastCookieName } from "./cookies.server";

/** A message shown once, on the page that follows an action. */
export type Toast = z.infer<typeof toastSchema>;

const toastSchema = z.object({
	title: z.string().optional(),
	text: z.string(),
	/** "success" unless said otherwise. */
	kind: z.enum(["success", "info", "error"]).optional(),
	/** For "Deshacer": see app/ui/toast/undo-form.tsx. */
	undo: z.object({ action: z.string(), idFile: z.string(), redirectTo: z.string() }).optional(),
	/** Stands over the page until "Aceptar" is pressed. */
	asDialog: z.boolean().optional(),
	/** A dialog that goes by itself after 2 seconds. */
	brief: z.boolean().optional(),
});

const toastCookie = createCookie(toastCookieName, {
	secrets: sessionSecrets,
	path: "/",
	httpOnly: true,
	sameSite: "lax",
	secure: isHttps,
	maxAge: 60,
});

/** 303 to `path` with a message for that page; further Set-Cookie headers go along. */
export async function redirectWithToast(
	path: string,
	toast: Toast,
	cookies: readonly string[] = [],
): Promise<Response> {
	const headers = new Headers();
	for (const cookie of cookies) headers.append("Set-Cookie", cookie);
	headers.append("Set-Cookie", await toastCookie.serialize(toast));
	return redirect(path, { status: 303, headers });
}

/** As `redirectWithToast`, back to the page where the form stands: while that is alive, going back leads to the page before it. */
export async function backWithToast(path: string, toast: Toast): Promise<Response> {
	const answer = await redirectWithToast(path, toast);
	answer.headers.set("X-Remix-Replace", "true");
	return answer;
}

/** The message waiting for this page, if any, with the header that ends it. A forged or broken one counts as none. */
export async function takeToast(request: Request): Promise<{ toast?: Toast; headers: Headers }> {
	const headers = new Headers();
	const cookieHeader = request.headers.get("Cookie");
	if (!cookieHeader?.includes(`${toastCookieName}=`)) return { headers };
	headers.append("Set-Cookie", await toastCookie.serialize("", { maxAge: 0 }));
	const parsed = toastSchema.safeParse(await toastCookie.parse(cookieHeader).catch(() => null));
	return { toast: parsed.success ? parsed.data : undefined, headers };
}
