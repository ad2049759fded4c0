/** Tells routes the client's address. Only the gate writes it: an incoming copy is deleted. */
export const CLIENT_ADDRESS_HEADER = "x-relevo-client";

/** The address to count attempts by: an IPv4 address, or the /64 network of an IPv6 one. */
export function clientAddressOf(request: Request): string {
	return request.headers.get(CLIENT_ADDRESS_HEADER) ?? "";
}
