import { type PaperJob, workOn } from "./make-paper";

/** Works on photographed papers beside the page, one job a worker. */
addEventListener("message", ({ data }: MessageEvent<PaperJob>) => postMessage(workOn(data)));
