/** Targets of a redirect after the sign-in that lead away from this site, or could. */
export const foreignTargets: readonly string[] = [
	"//evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"https://evil.example",
	"https:evil.example",
	"///evil.example",
	"/%2f%2fevil.example",
	"/.//evil.example",
	"/..//evil.example",
	"javascript:alert(1)",
	"data:text/html,x",
	"evil.example",
	"@evil.example",
	"/@evil.example",
	"?//evil.example",
	"#//evil.example",
	"http://localhost@evil.example",
	"//localhost:1@evil.example",
	"/a/../..//evil.example",
	"/auth/../\\evil.example",
];

/** Ways to hide where such a target leads. */
export const twists: readonly ((target: string) => string)[] = [
	(text: string) => text,
	(text: string) => ` ${text}`,
	(text: string) => `\t${text}`,
	(text: string) => `${text.slice(0, 1)}\t${text.slice(1)}`,
	(text: string) => `${text.slice(0, 1)}\r\n${text.slice(1)}`,
	(text: string) => `${text.slice(0, 2)}\0${text.slice(2)}`,
	(text: string) => text.replaceAll("/", "／"),
	(text: string) => text.replaceAll("/", "\\"),
	(text: string) => text.toUpperCase(),
	(text: string) => encodeURIComponent(text),
	(text: string) => `${text}/%0d%0aSet-Cookie:x=1`,
	(text: string) => `${text}#${"a".repeat(3000)}`,
];
