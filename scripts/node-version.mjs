/** Whether this Node can run Relevo: its database driver crashes on Node 20. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
export const isTooOld = major < 22 || (major === 22 && minor < 12);
export const TOO_OLD = `Relevo necesita Node 22.12 o posterior, y este es el ${process.versions.node}`;
