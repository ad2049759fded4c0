import { authMails } from "~/features/account/account-mails.server";
import { removeUnverified } from "~/features/account/unverified.server";
import { sweepExpired } from "~/features/auth/sessions/sweep-expired.server";
import { startBackups } from "~/features/backups/scheduled.server";
import { documentMails } from "~/features/documents/expiry/expiry-mails.server";
import { remindOfExpiry } from "~/features/documents/expiry/reminders.server";
import { sweepPendingImages } from "~/features/documents/photos/document-images.server";
import { refreshAllPay } from "~/features/extras/rows/stale-pay.server";
import { NOTICES_EVERY_MS, sendNotices, sweepSentNotices } from "~/features/notices/send-notices.server";
import { keepReserve } from "~/lib/database/disk.server";
import { sweepPutAside } from "~/lib/database/put-aside.server";
import { repeat, startSweeps } from "~/lib/database/sweeps.server";
import { sweepAndLog } from "~/lib/images/sweep-uploads.server";
import { logFailure } from "~/lib/log.server";
import { startOutbox } from "~/lib/mail/outbox.server";
import { logFolders } from "~/lib/metrics/kept-folders.server";
import { eraseDeletedRecords } from "~/lib/records/deleted-records.server";

/** Starts what the server does without being asked: it sends mails, makes backups and sweeps. */
export function startJobs(): void {
	// The list names the mails that are sent last, because nobody waits for them: mails about documents, and warnings
	// that an unverified account will be removed.
	startOutbox({ ...authMails, ...documentMails }, [...Object.keys(documentMails), "removal-notice"]);
	startBackups();
	repeat(() => sendNotices().catch((error) => logFailure("notices_failed", error)), NOTICES_EVERY_MS);
	startSweeps(
		{
			keepReserve,
			logFolders,
			sweepExpired,
			refreshAllPay,
			sweepUploads: sweepAndLog,
			sweepPutAside,
			remindOfExpiry,
			removeUnverified,
			sweepSentNotices,
		},
		{ sweepPendingImages, eraseDeletedRecords },
	);
}
