import { Semaphore } from "~/lib/semaphore.server";

/** Maximum permits of one user at once, one for each megabyte: half of the permits for all users. */
const MAX_MEGABYTES = 16;
const uploads = new Semaphore({
	permits: 2 * MAX_MEGABYTES,
	maxWaiting: 40,
	maxPermitsPerHolder: MAX_MEGABYTES,
});

/**
 * Runs `work`, which reads an uploaded form, when enough permits are free, to limit the memory that uploads take.
 * While a request waits, only the first 64 KB of its body are read (app/gate).
 * @throws QueueFullError while 40 other requests wait
 */
export function readUpload<Result>(
	request: Request,
	userId: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const megabytes = Math.ceil(Number(request.headers.get("Content-Length")) / 1_048_576);
	// No upload takes more than MAX_MEGABYTES permits, because a form with more photos is read one photo at a time. An
	// upload of unknown length takes as many.
	const weight = megabytes > 0 ? Math.min(megabytes, MAX_MEGABYTES) : MAX_MEGABYTES;
	return uploads.run(work, { weight, holder: userId });
}

/** Number of uploads that wait for permits. */
export function uploadsWaiting(): number {
	return uploads.usage.waiting;
}
