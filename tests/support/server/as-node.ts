/** Options with which Node says that it is another version; processes that it starts say their own. */
export function asNode(version: string): string[] {
	const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
	return ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`];
}
