import { Semaphore } from "~/lib/semaphore.server";

/** Megabytes that one person's uploads hold at the same time: half of all. Only one photo of a form is in memory. */
const MAX_MEGABYTES = 16;
const uploads = new Semaphore({
	permits: 2 * MAX_MEGABYTES,
	maxWaiting: 40,
	maxPermitsPerHolder: MAX_MEGABYTES,
});

/**
 * Runs `work`, which reads the images of this request and gives them to `reencodeImage`. At most 32 MB are on their way at
 * once: two forms with large photos, or thirty small ones, which never wait for a slow phone. The bodies of waiting
 * requests stay unread.
 * @throws QueueFullError while 40 others are waiting
 */
export function readUpload<Result>(
	request: Request,
	userId: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const megabytes = Math.ceil(Number(request.headers.get("Content-Length")) / 1_048_576);
	// An upload of unknown length counts as large.
	const weight = megabytes > 0 ? Math.min(megabytes, MAX_MEGABYTES) : MAX_MEGABYTES;
	return uploads.run(work, { weight, holder: userId });
}

/** Requests that wait to send images. */
export function uploadsWaiting(): number {
	return uploads.usage.waiting;
}
