/** Callback for the progress of a long step: `done` of its `total` parts, such as images, are complete. */
export type OnProgress = (done: number, total: number) => void;
