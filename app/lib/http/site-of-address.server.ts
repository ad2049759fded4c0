/**
 * The site that an address belongs to: the IPv4 /24 or the IPv6 /48. Both are the smallest networks that are routed on
 * their own, so that more of them cost an attacker more; a /56 is one of 256 that come free with a /48.
 * @param address IPv4, or the /64 network of an IPv6 address
 */
export function siteOf(address: string): string {
	return address.includes(":") ? address.split(":", 3).join(":") : address.replace(/\.\d+$/, "");
}
