import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";

/**
 * Returns the client address for rate limits: the entry of X-Forwarded-For at position `hops` from the right,
 * because clients can fake the entries further left. Returns the socket's address when `hops` is 0 or this
 * entry is not an IP address. Reduces IPv6 to /64, the network of one customer.
 */
export function clientAddress(request: Pick<IncomingMessage, "headers" | "socket">, hops: number): string {
	const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
	const claimed = hops > 0 ? forwarded.at(-hops)?.trim() : undefined;
	return claimed && isIP(claimed) ? networkOf(claimed) : socketAddress(request.socket);
}

/** The address of a connection's other end, IPv6 reduced to /64. */
export function socketAddress({ remoteAddress = "" }: Pick<Socket, "remoteAddress">): string {
	return networkOf(remoteAddress);
}

function networkOf(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
	if (mapped?.[1]) return mapped[1];
	if (isIP(address) !== 6) return address;
	const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
	const start = head ? head.split(":") : [];
	const end = tail ? tail.split(":") : [];
	const zeros = address.includes("::") ? Array<string>(8 - start.length - end.length).fill("0") : [];
	const groups = [...start, ...zeros, ...end].slice(0, 4);
	return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
