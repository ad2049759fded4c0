import { stat } from "node:fs/promises";
import type { Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { promisify } from "node:util";
import { db } from "~/lib/database/db.server";
import { freeBytes } from "~/lib/database/disk.server";
import { lastBackupAt } from "~/lib/database/last-backup.server";
import { env } from "~/lib/env.server";
import { uploadsWaiting } from "~/lib/images/upload-queue.server";

/** What is looked up when somebody asks, named as Prometheus wants it, with what it says. */
export const figures = {
	process_start_time_seconds: "When the process began, since 1970.",
	process_resident_memory_bytes: "Memory that the process holds.",
	relevo_event_loop_delay_p50_seconds: "Median delay of the event loop since it was last asked for.",
	relevo_event_loop_delay_p99_seconds: "99th percentile of that delay: above 0.2 people notice.",
	relevo_event_loop_delay_max_seconds: "The longest of those delays: for so long nobody was answered.",
	relevo_connections: "Connections that are open.",
	relevo_uploads_waiting: "Forms with photos that wait for their turn.",
	relevo_outbox_mails: "Mails that wait.",
	relevo_outbox_oldest_seconds: "How long the oldest of them has waited; 0 without one.",
	relevo_database_bytes: "Size of the database's file.",
	relevo_database_wal_bytes: "Size of its write-ahead log.",
	relevo_disk_free_bytes: "What may still be written, beside the database or the images: whichever is less.",
	relevo_last_backup_timestamp_seconds: "When the newest whole backup was made, since 1970; 0 without one.",
} as const;

export type Figures = Record<keyof typeof figures, number>;

/** How often the event loop is looked at, in milliseconds. Node counts the time between two looks, this included. */
const LOOK_MS = 10;

/**
 * Begins to follow the server that runs in this process.
 * @returns what gives the figures of the moment
 */
export function followFigures(served: Server): () => Promise<Figures> {
	const connections = promisify(served.getConnections.bind(served));
	const loop = monitorEventLoopDelay({ resolution: LOOK_MS });
	loop.enable();
	const delayOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - LOOK_MS) / 1000;
	return async () => {
		const [p50, p99, max] = [delayOf(loop.percentile(50)), delayOf(loop.percentile(99)), delayOf(loop.max)];
		loop.reset();
		const { mails, oldest } = await outbox();
		return {
			process_start_time_seconds: performance.timeOrigin / 1000,
			process_resident_memory_bytes: process.memoryUsage.rss(),
			relevo_event_loop_delay_p50_seconds: p50,
			relevo_event_loop_delay_p99_seconds: p99,
			relevo_event_loop_delay_max_seconds: max,
			relevo_connections: await connections(),
			relevo_uploads_waiting: uploadsWaiting(),
			relevo_outbox_mails: mails,
			relevo_outbox_oldest_seconds: oldest === null ? 0 : (Date.now() - oldest) / 1000,
			relevo_database_bytes: await sizeOf(env.DATABASE_PATH),
			relevo_database_wal_bytes: await sizeOf(`${env.DATABASE_PATH}-wal`),
			relevo_disk_free_bytes: await freeBytes(),
			relevo_last_backup_timestamp_seconds: (lastBackupAt() ?? 0) / 1000,
		};
	};
}

function outbox(): Promise<{ mails: number; oldest: number | null }> {
	return db
		.selectFrom("outbox")
		.select(({ fn }) => [fn.countAll<number>().as("mails"), fn.min<number | null>("created_at").as("oldest")])
		.executeTakeFirstOrThrow();
}

/** In bytes; 0 for a file that is not there, such as a log that nothing has written to yet. */
async function sizeOf(path: string): Promise<number> {
	return (await stat(path).catch(() => undefined))?.size ?? 0;
}
