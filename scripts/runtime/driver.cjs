/**
 * The database's driver for the Node that runs: better-sqlite3 12 ends the process on Node 24.19 and later, 13 on Node 20.
 * Only a build that was made ready on Node 20 comes here, by the package that scripts/driver.mjs puts beside it.
 */
module.exports = process.versions.node.startsWith("20.")
	? require("./better-sqlite3-12/node_modules/better-sqlite3")
	: require("better-sqlite3");
