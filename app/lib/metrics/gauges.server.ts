import { stat } from "node:fs/promises";
import type { Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { promisify } from "node:util";
import type { Gauge, Registry } from "prom-client";
import { readBuildVersion } from "~/lib/build-version.server";
import { type BackupTimes, lastUpToDateAt, readBackupTimes } from "~/lib/database/backup-times.server";
import { db } from "~/lib/database/db.server";
import { freeBytes } from "~/lib/database/disk.server";
import { env } from "~/lib/env.server";
import { uploadsWaiting } from "~/lib/images/upload-queue.server";
import { logFailure } from "~/lib/log.server";

/**
 * Interval in ms between two samples of the event loop delay. Each sampled delay includes this interval. Sampling wakes
 * the process: with 10 ms, it took more processor time than everything else in an idle server.
 */
const SAMPLE_MS = 50;

/** Adds gauges whose values are read when Prometheus requests them. `served` is the measured server. */
export function addGauges(GaugeClass: typeof Gauge, registry: Registry, served: Server): void {
	const add = (name: string, help: string, read: () => number | Promise<number>) =>
		new GaugeClass({
			name,
			help,
			registers: [registry],
			async collect() {
				try {
					this.set(await read());
				} catch (error) {
					// The other metrics still tell what happens.
					logFailure("metrics_failed", error);
					this.set(Number.NaN);
				}
			},
		});
	add("process_start_time_seconds", "Start of the process, since 1970.", () => performance.timeOrigin / 1000);
	add("process_resident_memory_bytes", "Memory that the process holds.", process.memoryUsage.rss);

	new GaugeClass({
		name: "relevo_build_info",
		help: "Version of the running build; the value is always 1.",
		labelNames: ["version"],
		registers: [registry],
	}).set({ version: readBuildVersion() }, 1);

	const loop = monitorEventLoopDelay({ resolution: SAMPLE_MS });
	loop.enable();
	const secondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - SAMPLE_MS) / 1000;
	const delay = "relevo_event_loop_delay";
	add(`${delay}_p50_seconds`, "Median delay of the event loop since the last scrape.", () =>
		secondsOf(loop.percentile(50)),
	);
	add(`${delay}_p99_seconds`, "99th percentile of that delay: above 0.2 people notice.", () =>
		secondsOf(loop.percentile(99)),
	);
	// Adds the maximum after the percentiles, because reading the maximum also deletes the delays measured so far.
	add(`${delay}_max_seconds`, "Longest of those delays, during which nobody got a response.", () => {
		const seconds = secondsOf(loop.max);
		loop.reset();
		return seconds;
	});

	add("relevo_connections", "Open connections.", promisify(served.getConnections.bind(served)));
	add("relevo_uploads_waiting", "Forms with photos that wait in the queue.", uploadsWaiting);
	add("relevo_outbox_mails", "Mails that wait.", async () => (await readOutbox()).mails);
	add("relevo_outbox_oldest_seconds", "Age of the oldest of them; 0 without one.", async () => {
		const { oldest } = await readOutbox();
		return oldest === null ? 0 : (Date.now() - oldest) / 1000;
	});
	add("relevo_database_bytes", "Size of the database file.", () => sizeOf(env.DATABASE_PATH));
	add("relevo_database_wal_bytes", "Size of its write-ahead log.", () => sizeOf(`${env.DATABASE_PATH}-wal`));
	add(
		"relevo_disk_free_bytes",
		"Free bytes beside the database or the images, the smaller; NaN if one does not respond.",
		freeBytes,
	);
	add(
		"relevo_last_backup_timestamp_seconds",
		"Time of the newest whole backup, since 1970; 0 without one.",
		() => secondsOfBackup(({ lastAt }) => lastAt),
	);
	add(
		"relevo_backup_up_to_date_timestamp_seconds",
		"Last time at which the newest backup was known to hold everything, or the start of the server if later.",
		() => secondsOfBackup(({ lastAt = 0 }) => Math.max(lastAt, lastUpToDateAt())),
	);
	add(
		"relevo_last_copy_timestamp_seconds",
		"Time of the last copy of the backups on another machine, since 1970; 0 without one.",
		() => secondsOfBackup(({ copiedAt }) => copiedAt),
	);
}

function readOutbox(): Promise<{ mails: number; oldest: number | null }> {
	return db
		.selectFrom("outbox")
		.select(({ fn }) => [fn.countAll<number>().as("mails"), fn.min<number | null>("created_at").as("oldest")])
		.executeTakeFirstOrThrow();
}

/** Time of a backup in seconds since 1970: 0 without a backup, NaN if the disk does not respond. */
async function secondsOfBackup(timeOf: (times: BackupTimes) => number | undefined): Promise<number> {
	const times = await readBackupTimes();
	return times ? (timeOf(times) ?? 0) / 1000 : Number.NaN;
}

/** Size of a file in bytes; 0 for a missing file. */
async function sizeOf(path: string): Promise<number> {
	return (await stat(path).catch(() => undefined))?.size ?? 0;
}
