/**
 * Loads the version of better-sqlite3, the database driver, that works on the running Node: version 12 crashes on
 * Node 24.19 and later, version 13 on Node 20. Used only by a build prepared on Node 20, through the package that
 * scripts/driver.mjs writes into build/.
 */
module.exports = process.versions.node.startsWith("20.")
	? require("./better-sqlite3-12/node_modules/better-sqlite3")
	: require("better-sqlite3");
