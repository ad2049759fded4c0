/**
 * Loads better-sqlite3 in the version that works on this Node. Version 13 crashes on Node 20, and version 12 crashes on
 * Node 24.19 and later. Only a build that was prepared on Node 20 uses this file, through build/node_modules.
 */
module.exports = process.versions.node.startsWith("20.")
	? require("./better-sqlite3-12/node_modules/better-sqlite3")
	: require("better-sqlite3");
