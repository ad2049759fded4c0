/** Tells how far a long step is: `done` of `total` parts, such as images. */
export type OnProgress = (done: number, total: number) => void;
