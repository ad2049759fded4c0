import { isDiskFull } from "~/lib/database/disk.server";
import { findRequestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";
import { QueueFullError, Semaphore } from "~/lib/semaphore.server";
import { MB } from "~/lib/units/bytes";
import { ArrivingBody } from "./arriving-body.server";

/** Maximum permits of one user at once, one for each megabyte: half of the permits for all users. */
const MAX_MEGABYTES = 16;
/** A form of at most this size never waits: a document without photos, or an import of a thousand extras. */
const SMALL_BYTES = MB / 4;
const uploads = new Semaphore({
	permits: 2 * MAX_MEGABYTES,
	maxWaiting: 40,
	maxPermitsPerHolder: MAX_MEGABYTES,
});

/**
 * Runs `read`, which reads an uploaded form, once the form has arrived and enough permits are free, to limit the memory
 * that uploads take. Client addresses take turns, and then their users.
 * @param readInstead runs when the upload is given up, with the error; may still read the form
 * @throws without `readInstead`, QueueFullError while 40 uploads wait or the disk has no room for more; errors of the disk
 */
export async function readUpload<Result>(
	request: Request,
	userId: string,
	read: (request: Request) => Promise<Result>,
	readInstead?: (request: Request, error: unknown) => Promise<Result>,
): Promise<Result> {
	const body = new ArrivingBody(request, userId);
	let hasBegun = false;
	const begin = () => {
		hasBegun = true;
		return read(body.toRequest());
	};
	try {
		await body.arrive();
		if (body.bytes <= SMALL_BYTES) return await begin();
		// No upload takes more than MAX_MEGABYTES permits, because a form with more photos is read one photo at a time.
		const weight = Math.min(Math.ceil(body.bytes / MB), MAX_MEGABYTES);
		const fairKeys = [findRequestContext()?.clientAddress ?? "", userId];
		return await uploads.run(begin, { weight, holder: userId, fairKeys });
	} catch (error) {
		if (hasBegun || !readInstead) throw error;
		return await readInstead(body.toRequest(), error);
	} finally {
		await body.close();
	}
}

/** Why an upload was not read or stored. */
export interface UploadProblem {
	text: string;
	code: number;
	headers?: HeadersInit;
}

/** Explains a failed upload, and logs a failure of the server. @throws Response, if the error is one */
export function uploadProblem(
	error: unknown,
	texts: Record<"busy" | "full" | "ours", string>,
): UploadProblem {
	if (error instanceof Response) throw error;
	if (error instanceof QueueFullError)
		return { text: texts.busy, code: 503, headers: { "Retry-After": "10" } };
	logFailure("upload_failed", error);
	return isDiskFull(error) ? { text: texts.full, code: 507 } : { text: texts.ours, code: 500 };
}

/** Number of uploads that wait for permits. */
export function uploadsWaiting(): number {
	return uploads.usage.waiting;
}
