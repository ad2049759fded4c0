/** Social fields of a profile: a handle, or a URL on the network's host. */

export const networks = ["twitter", "instagram", "facebook", "web"] as const;
export type Network = (typeof networks)[number];

/** Maximum length of the text that a user types for a social network, in UTF-16 units. */
export const MAX_CHARACTERS = 200;

interface NetworkRules {
	label: string;
	hint: string;
	problem: string;
	/** Allowed hosts, without prefixes such as `www.`; an empty list allows every public host. */
	hosts: readonly string[];
	/** URL to which a handle is appended. A network without `base` accepts no handles. */
	base?: string;
}

export const networkRules: Readonly<Record<Network, NetworkRules>> = {
	twitter: {
		label: "X (Twitter)",
		hint: "@usuario o la dirección de tu perfil.",
		problem: "Escribí tu usuario de X, como @usuario, o la dirección de tu perfil en x.com.",
		hosts: ["x.com", "twitter.com"],
		base: "https://x.com/",
	},
	instagram: {
		label: "Instagram",
		hint: "@usuario o la dirección de tu perfil.",
		problem: "Escribí tu usuario de Instagram, como @usuario, o la dirección de tu perfil en instagram.com.",
		hosts: ["instagram.com"],
		base: "https://www.instagram.com/",
	},
	facebook: {
		label: "Facebook",
		hint: "Tu usuario o la dirección de tu perfil.",
		problem: "Escribí tu usuario de Facebook o la dirección de tu perfil en facebook.com.",
		hosts: ["facebook.com", "fb.com"],
		base: "https://www.facebook.com/",
	},
	web: {
		label: "Página web",
		hint: "Por ejemplo https://mipagina.com.ar",
		problem: "Escribí la dirección de una página, como https://mipagina.com.ar.",
		hosts: [],
	},
};

/** Result of parsing: the value to store (null, a handle without @, or a URL), or an error message in Spanish. */
type ParsedLink = { value: string | null } | { problem: string };

/** Parses the text that the user typed for a social network. */
export function parseSocialLink(text: string, network: Network): ParsedLink {
	const { problem, base } = networkRules[network];
	if (text.trim().length > MAX_CHARACTERS) {
		return { problem: `La dirección puede tener hasta ${MAX_CHARACTERS} caracteres.` };
	}
	// Copied text often has spaces and invisible characters at both ends.
	const typed = text.trim().replace(/^[\s\p{C}]+|[\s\p{C}]+$/gu, "");
	if (typed === "") return { value: null };
	const handle = typed.replace(/^@/, "");
	if (base && isHandle(handle) && !isHostOf(network, handle)) return { value: handle };
	const address = addressOf(typed, network);
	return address && address.length <= MAX_CHARACTERS ? { value: address } : { problem };
}

/** Returns the link for the stored text of a network; undefined if the text is missing or no longer valid. */
export function socialLinkOf(stored: string | null, network: Network) {
	const parsed = parseSocialLink(stored ?? "", network);
	const value = "value" in parsed ? parsed.value : null;
	if (!value) return undefined;
	const { base } = networkRules[network];
	if (base && isHandle(value)) return { href: base + value, text: `@${value}` };
	return { href: value, text: value.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "") };
}

export type SocialLink = ReturnType<typeof socialLinksOf>[number];

export function socialLinksOf(profile: Readonly<Record<Network, string | null>>) {
	return networks.flatMap((network) => {
		const link = socialLinkOf(profile[network], network);
		return link ? [{ network, label: networkRules[network].label, ...link }] : [];
	});
}

/** Whether a text can be a user name in a network: letters, digits and . _ -, with at least one letter or digit. */
function isHandle(text: string): boolean {
	return /^[._-]*[a-z0-9][a-z0-9._-]{0,59}$/i.test(text);
}

/**
 * Returns the normalized URL; undefined if the text is no URL that the network allows. `https://` may be missing:
 * `instagram.com/ana`.
 */
function addressOf(typed: string, network: Network): string | undefined {
	// Refuses these characters, because browsers read a backslash as a slash, and ignore tabs and line breaks.
	if (/[\s\\\p{C}]/u.test(typed)) return undefined;
	const hasHostFirst = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/|$)/u.test(typed);
	const whole = hasHostFirst ? `https://${typed}` : typed;
	const url = /^https?:\/\/[^/]/i.test(whole) ? urlOf(whole) : undefined;
	if (!url || url.username || url.password || url.port || !isHostOf(network, url.hostname)) return undefined;
	url.hash = "";
	if (network === "web") return url.href;
	url.protocol = "https:";
	return url.pathname === "/" ? undefined : url.href;
}

/** Works without `URL.canParse`, which some supported browsers lack. */
function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

function isHostOf(network: Network, host: string): boolean {
	const { hosts } = networkRules[network];
	// A search engine in Argentina leads to es-la.facebook.com.
	const name = host.toLowerCase().replace(/^(www|m|mobile|web|[a-z]{2}-[a-z]{2})\./, "");
	if (hosts.length > 0) return hosts.includes(name);
	// Requires a public domain: no IP address, no name of a private network.
	return /\.[a-z][a-z0-9-]*[a-z0-9]$/.test(host) && !/\.(localhost|local|internal)$/.test(host);
}
