import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);

export { sharp };
