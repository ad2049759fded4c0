/** Whether this Node can run Relevo: the database driver is made for Node-API 10, and crashes on a Node with an older one. */
export const isTooOld = Number(process.versions.napi) < 10;
export const TOO_OLD = `Relevo necesita Node 22.14 o posterior, y este es el ${process.versions.node}`;
