import { env } from "~/lib/env.server";

const MAX_LENGTH = 1000;

/** The push services of Chrome, Firefox, Safari and Edge: these hosts and those below them. */
const HOSTS = [
	"fcm.googleapis.com",
	"push.services.mozilla.com",
	"push.apple.com",
	"notify.windows.com",
] as const;

/**
 * Whether the server may send to an address that a browser has given. Otherwise anybody could make the server call any
 * address. Asked when an address is saved, and again whenever something is sent to it.
 */
export function isPushEndpoint(text: string): boolean {
	if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
	const { origin, protocol, port, username, password, hostname, hash } = new URL(text);
	if (username || password || hash) return false;
	if (env.PUSH_TEST_ORIGIN) return origin === env.PUSH_TEST_ORIGIN;
	if (protocol !== "https:" || port !== "") return false;
	return HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
