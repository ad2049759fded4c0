/** Options with which Node says that it is another version; processes that it starts say their own. */
export function asNode(node: string, napi: string): string[] {
	const versions = JSON.stringify({ node, napi });
	const pretend = `Object.defineProperty(process, "versions", { value: ${versions} });`;
	return ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`];
}
