/** Function that is told that `done` of `total` parts of a long step, such as images, are complete. */
export type OnProgress = (done: number, total: number) => void;
