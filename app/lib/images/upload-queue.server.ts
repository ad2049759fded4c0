import { Semaphore } from "~/lib/semaphore.server";

/** Maximum megabytes of one user's uploads at once: half of the total for all users. */
const MAX_MEGABYTES = 16;
const uploads = new Semaphore({
	permits: 2 * MAX_MEGABYTES,
	maxWaiting: 40,
	maxPermitsPerHolder: MAX_MEGABYTES,
});

/**
 * Runs `work`, which re-encodes the images of a request, when there is room: at most 32 MB of uploads are read at
 * once. The body of a waiting request is not read.
 * @throws QueueFullError while 40 other requests wait
 */
export function readUpload<Result>(
	request: Request,
	userId: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const megabytes = Math.ceil(Number(request.headers.get("Content-Length")) / 1_048_576);
	// One permit stands for one megabyte. An upload of unknown length takes as many permits as the largest upload.
	const weight = megabytes > 0 ? Math.min(megabytes, MAX_MEGABYTES) : MAX_MEGABYTES;
	return uploads.run(work, { weight, holder: userId });
}

/** Number of requests whose images wait to be read. */
export function uploadsWaiting(): number {
	return uploads.usage.waiting;
}
