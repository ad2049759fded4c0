import { Turns } from "~/lib/semaphore.server";

/** In megabytes. Of a form one photo at a time is in memory. */
const MOST_WEIGHT = 16;
const uploads = new Turns(2 * MOST_WEIGHT, 40, MOST_WEIGHT);

/**
 * Runs `work`, which reads this request's images and gives them to `reencodeImage`, when it is its turn. At most 32 MB
 * are on their way at once: two forms of large photos, or thirty small ones, which are never made to wait for a slow
 * telephone. Half of it is the most for one person, so that nobody keeps all others out. The bodies of those who wait
 * stay unread.
 * @throws NoTurnError while 40 others are waiting
 */
export function readUpload<Result>(
	request: Request,
	userId: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const megabytes = Math.ceil(Number(request.headers.get("Content-Length")) / 1_048_576);
	// One that does not say how long it is counts as large.
	return uploads.run(work, megabytes > 0 ? Math.min(megabytes, MOST_WEIGHT) : MOST_WEIGHT, userId);
}

/** How many requests wait for their turn to send images. */
export function uploadsWaiting(): number {
	return uploads.waiting;
}
