// Checks the version of Node before loading anything else, in old syntax for old versions. Refuses odd versions,
// which soon lose support, and newer versions, which are untested.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isKnown =
	(major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major === 24 || major === 26;
if (!isKnown) {
	console.error(
		"✗ Relevo anda con Node 24 (la recomendada), 22 desde la 22.12, 26, o 20 desde la 20.19, y esta es la " +
			process.versions.node +
			". Instalá la 24 y probá de nuevo.",
	);
	process.exit(1);
}
