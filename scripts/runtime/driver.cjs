/**
 * Loads the better-sqlite3 that works on this Node: version 12 crashes on Node 24.19 and later, version 13 on Node
 * 20. Used only for a build prepared on Node 20, by the package that scripts/driver.mjs writes into build/.
 */
module.exports = process.versions.node.startsWith("20.")
	? require("./better-sqlite3-12/node_modules/better-sqlite3")
	: require("better-sqlite3");
