import { takeToast } from "~/lib/http/toast.server";

/** The toast (short message) for the next page. */
export async function toastOf(response: Response) {
	const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
	const request = new Request("http://localhost:3000/", { headers: { Cookie: cookies.join("; ") } });
	return (await takeToast(request)).toast;
}
