import { takeToast } from "~/lib/http/toast.server";
import { evened } from "./texts/evened";

/** The toast (short message) for the next page, with ordinary spaces. */
export async function toastOf(response: Response) {
	const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
	const request = new Request("http://localhost:3000/", { headers: { Cookie: cookies.join("; ") } });
	return evened((await takeToast(request)).toast);
}
